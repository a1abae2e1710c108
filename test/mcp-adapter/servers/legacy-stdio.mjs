import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { legacyServer } from './legacy-tools.mjs';
import { newWorld } from './tools.mjs';

// Some servers of that era end at whatever comes before `initialize`.
if (process.argv[2] === 'strict') {
  process.stdin.once('data', (chunk) => {
    if (!chunk.includes('"initialize"')) process.exit(7);
  });
}
await legacyServer(newWorld()).connect(new StdioServerTransport());

import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { toolServers } from './tools.mjs';

// What some servers log to the wrong output.
process.stdout.write('tool-server is starting\n');
process.stderr.write('tool-server says hello\n');
serveStdio(toolServers());

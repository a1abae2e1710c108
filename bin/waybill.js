#!/usr/bin/env node
import { existsSync } from 'node:fs';

const main = new URL('../dist/src/main.js', import.meta.url);
if (existsSync(main)) {
  process.setSourceMapsEnabled(true);
  await import(main.href);
} else {
  process.stderr.write('waybill is not built yet: run npm run build\n');
  process.exitCode = 2;
}

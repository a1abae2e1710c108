import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedSchemas } from './published-schemas.ts';

/** `npm run schemas`: writes `contracts/schemas/` anew. */
const FOLDER = join('contracts', 'schemas');

mkdirSync(FOLDER, { recursive: true });
const schemas = publishedSchemas();
for (const stale of readdirSync(FOLDER).filter((name) => !schemas.has(name))) rmSync(join(FOLDER, stale));
for (const [name, text] of schemas) writeFileSync(join(FOLDER, name), text);
console.log(`${schemas.size} schemas written to ${FOLDER}`);

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ALL_DOCUMENTS } from '../api-documents.ts';
import { findBreaks, findStreamBreaks } from '../http/docs/find-breaks.ts';
import type { Json } from '../http/docs/json-schema.ts';

const FOLDER = resolve(import.meta.dirname, '../../../../docs/api');

const { values } = parseArgs({ options: { break: { type: 'boolean', default: false } } });

/** Writes a document unless it breaks clients of the one before; returns the breaks. */
function write(name: string, next: Json, find: (old: Json, next: Json) => string[]): string[] {
  const file = resolve(FOLDER, `${name}.json`);
  const breaks = existsSync(file) ? find(JSON.parse(readFileSync(file, 'utf8')), next) : [];
  if (breaks.length > 0 && !values.break) return breaks;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(file, `${JSON.stringify(next, null, 2)}\n`);
  console.log(`docs/api/${name}.json is written.`);
  return breaks;
}

const breaks = [
  ...write('openapi', { ...ALL_DOCUMENTS.openapi() }, findBreaks),
  ...write('asyncapi', { ...ALL_DOCUMENTS.asyncapi() }, findStreamBreaks),
];
if (breaks.length > 0) {
  console.log(`These changes break clients of the API:\n${breaks.join('\n')}`);
  console.log(
    values.break
      ? 'Name each of them in CHANGELOG.md under "API".'
      : 'Nothing is written. If they are intended: npm run describe-api -- --break',
  );
  if (!values.break) process.exitCode = 1;
}

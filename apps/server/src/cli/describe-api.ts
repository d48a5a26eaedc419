import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ALL_DOCUMENTS } from '../api-documents.ts';
import { findBreaks, findStreamBreaks } from '../http/docs/find-breaks.ts';
import type { Json } from '../http/docs/json-schema.ts';

const FOLDER = resolve(import.meta.dirname, '../../../../docs/api');

const { values } = parseArgs({ options: { break: { type: 'boolean', default: false } } });

type Compare = (old: Json, next: Json) => string[];

const fileOf = (name: string) => resolve(FOLDER, `${name}.json`);

/** The changes of a document that break clients of the one before. */
function breaksOf(name: string, next: Json, find: Compare): string[] {
  const file = fileOf(name);
  return existsSync(file) ? find(JSON.parse(readFileSync(file, 'utf8')), next) : [];
}

const documents: [name: string, next: Json, find: Compare][] = [
  ['openapi', { ...ALL_DOCUMENTS.openapi() }, findBreaks],
  ['asyncapi', { ...ALL_DOCUMENTS.asyncapi() }, findStreamBreaks],
];
const breaks = documents.flatMap((document) => breaksOf(...document));
if (breaks.length === 0 || values.break) {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, next] of documents) {
    writeFileSync(fileOf(name), `${JSON.stringify(next, null, 2)}\n`);
    console.log(`docs/api/${name}.json is written.`);
  }
}
if (breaks.length > 0) {
  console.log(`These changes break clients of the API:\n${breaks.join('\n')}`);
  console.log(
    values.break
      ? 'Name each of them in CHANGELOG.md under "API: breaking changes".'
      : 'Nothing is written. If they are intended: npm run describe-api -- --break',
  );
  if (!values.break) process.exitCode = 1;
}

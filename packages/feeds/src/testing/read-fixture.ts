import { readFileSync } from 'node:fs';

/** A recorded answer, such as `fmp/fixtures/errors.json`. */
export function readFixture(path: string): unknown {
  return JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
}

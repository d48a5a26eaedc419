import { readFileSync } from 'node:fs';

/** A recorded answer beside the feed it came from: `fmp/fixtures/errors.json`. */
export function readFixture(path: string): unknown {
  return JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
}

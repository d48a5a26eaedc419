import { expect, test } from 'vitest';
import { encodingFor } from './content-encoding.ts';

test.each([
  ['', 'identity'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['BR; Q=0.000 , X-GZIP;q=0.1', 'gzip'],
  ['gzip;Q=0', 'identity'],
  ['br;q=0;x=1, gzip', 'gzip'],
  ['br;q=0.01', 'br'],
  ['zstd, *', 'identity'],
])('Accept-Encoding %j gets %s', (accepted, sent) => {
  expect(encodingFor(accepted)).toBe(sent);
});

import { expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { withAdvice } from './no-answer.ts';

const failed = (status: number, code: string) => new ApiError('generic', { status, code });

test.each([
  ['OFFLINE', 'Failed. You are offline. Connect to the internet and try again;'],
  ['TIMEOUT', 'Failed. The server did not answer in time. Check your connection and try again;'],
  ['NO_RESPONSE', 'Failed. The server could not be reached. Wait a moment and try again;'],
])('a failure without an answer (%s) says why and what to do', (code, text) => {
  const kept = ' everything you entered is kept.';
  expect(withAdvice('Failed', failed(0, code))).toBe(text + kept);
  expect(withAdvice('Failed.', failed(0, code))).toBe(text + kept);
});

test('a refusal keeps its own text', () => {
  expect(withAdvice('Failed', failed(500, 'INTERNAL'))).toBe('Failed');
});

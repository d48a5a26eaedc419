import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { describeFailure } from './report-errors.ts';

it('reports an error with its stack and page', () => {
  const error = new TypeError('x is undefined');
  expect(describeFailure('error', error, '/dashboard/live-chart')).toEqual({
    kind: 'error',
    message: 'TypeError: x is undefined',
    stack: error.stack?.slice(0, 4_000),
    route: '/dashboard/live-chart',
  });
});

it('reports reasons that are not errors, and cleans texts that cannot be stored', () => {
  expect(describeFailure('rejection', undefined, '/')?.message).toBe('no reason');
  expect(describeFailure('rejection', `a\ud800b\0${'x'.repeat(600)}`, '/')?.message).toBe(
    `a\uFFFDb\uFFFD${'x'.repeat(496)}`,
  );
});

it('cuts no character in two', () => {
  const tail = '\u{1f600}';
  const error = Object.assign(new Error(`${'x'.repeat(492)}${tail}`), {
    stack: `${'x'.repeat(3_999)}${tail}`,
  });
  const { message, stack, route } =
    describeFailure('error', error, `/${'x'.repeat(198)}${tail}`) ?? {};
  expect([message, stack, route].map((text) => [text?.length, text?.at(-1)])).toEqual([
    [500, '\uFFFD'],
    [4_000, '\uFFFD'],
    [200, '\uFFFD'],
  ]);
});

it.each([
  ['what the server knows', new ApiError('x', { status: 500, code: 'INTERNAL' })],
  ['what was stopped on purpose', new DOMException('x', 'AbortError')],
  ['what only browsers tell of', 'ResizeObserver loop completed with undelivered notifications.'],
  ['what is another page’s', 'Script error.'],
  ['what people added', Object.assign(new Error('x'), { stack: 'at moz-extension://1/a.js' })],
])('does not tell %s', (_what, error) => {
  expect(describeFailure('error', error, '/')).toBeNull();
});

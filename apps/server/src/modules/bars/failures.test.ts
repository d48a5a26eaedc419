import { FeedError, type FeedErrorKind } from '@moneytrail/feeds';
import { expect, test } from 'vitest';
import { makeInstrument } from '../live/testing/make-instrument.ts';
import { withBuildLimits } from './answers.ts';
import { SlowFeedError, unavailable, warningOf } from './failures.ts';

const instrument = makeInstrument();
const FOREIGN = 'connect ECONNREFUSED 10.1.2.3:443 {"error":"key 42 unknown"}';
const KINDS: Record<FeedErrorKind, string> = {
  auth: 'it refuses our access',
  plan: 'our plan there does not cover it',
  rateLimit: 'its limit is used up for now',
  notFound: 'it does not know the instrument',
  badRequest: 'it refuses the question',
  overloaded: 'too many questions wait for it already',
  upstream: 'no usable answer',
};
const FAILURES = [
  ...Object.entries(KINDS).map(([kind, words]) => ({
    name: kind,
    failure: new FeedError({
      exchange: 'FMP',
      kind: kind as FeedErrorKind, // The keys of the table.
      cause: FOREIGN,
    }),
    words,
  })),
  { name: 'any other', failure: new TypeError(FOREIGN), words: KINDS.upstream },
  { name: 'no error at all', failure: FOREIGN, words: KINDS.upstream },
  {
    name: 'at the deadline',
    failure: new SlowFeedError(new Error('no answer within 2 s')),
    words: 'no answer within 2 s',
  },
];

test.each(FAILURES)('a failure ($name) is reported in our own words', ({ failure, words }) => {
  expect(warningOf(instrument, failure)).toBe(
    `FMP is not reached, the newest bars are missing: ${words}`,
  );
  const told = unavailable(instrument, '60', failure);
  expect(told.message).toBe(`FMP does not answer for FMP:BTCUSD 60: ${words}`);
  expect(told.cause).toBe(failure);
});

test('the retry time is the vendor’s', () => {
  const failure = new FeedError({
    exchange: 'FMP',
    kind: 'rateLimit',
    cause: FOREIGN,
    retryAfterMs: 90_000,
  });
  expect(unavailable(instrument, '60', failure).retryAfterSeconds).toBe(90);
});

test('the time that a feed was given is told in tenths of a second', async () => {
  const signal = new AbortController().signal;
  const reason = await withBuildLimits({ feedMs: 99.904_7, signal }, async ({ feedDeadline }) => {
    await new Promise((resolve) => feedDeadline?.addEventListener('abort', resolve));
    return feedDeadline?.reason;
  });
  expect(reason).toMatchObject({ message: 'no answer within 0.1 s' });
});

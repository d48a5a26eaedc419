import { expect, test } from 'vitest';
import { analysisText } from './analysis-text.ts';
import { makeSignal } from './testing/make-signal.ts';

/** Normalises spaces and dates. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const textOf = (...changes: Parameters<typeof makeSignal>) =>
  plain(analysisText(makeSignal(...changes)));
const DAY_MS = 86_400_000;
const { time } = makeSignal();
const mark = {
  time: (time ?? 0) - 3 * DAY_MS,
  side: 'buy',
  strong: true,
  close: 80,
  barsAgo: 3,
} as const;

test('a current mark is described with strength, day, close and the change since', () => {
  const text = textOf();
  expect(text).toMatch(
    /^The rules gave a strong BUY mark on .*17.*2026, 3 daily bars ago, at a close of 80\.00\./,
  );
  expect(text).toContain('Since then the price has changed by +25.00 % to 100.00.');
});

test('a mark on the last closed bar has no change yet, and its close is not repeated', () => {
  const text = textOf({ lastMark: { ...mark, time: time ?? 0, close: 100, barsAgo: 0 } });
  expect(text).toContain(', the last closed bar, at a close of 100.00. That close is');
  expect(text).not.toContain('Since then');
});

test('an old mark is described as the last one; without marks the text says so', () => {
  const old = textOf({
    side: 'none',
    lastMark: { ...mark, side: 'sell', strong: false, barsAgo: 45 },
  });
  expect(old).toMatch(
    /^No mark is current: the last one, a SELL mark of .*, is 45 daily bars old, and a mark stays current for 20\./,
  );
  expect(textOf({ side: 'none', lastMark: null })).toContain(
    'There is no mark on the 2151 daily bars',
  );
});

test('a mark of a contract that has ended is not called too old', () => {
  const ended = textOf({ side: 'none', nextClosesAt: null, lastMark: mark });
  expect(ended).toMatch(
    /^No mark is current: the contract has expired\. Its last one, a strong BUY mark, was on .*17.*2026\./,
  );
});

test('the levels are described by their distance from the close', () => {
  expect(textOf()).toContain(
    'is 10.00 % below the short-term resistance and 25.00 % above the short-term support.',
  );
  expect(textOf({ shortTermResistance: 100 })).toContain('is at the short-term resistance and');
  // A percentage is one of the price's size, which a spread at zero has not.
  const spread = textOf({ currentPrice: -5, shortTermResistance: 3, shortTermSupport: -9 });
  expect(spread).toContain(
    'is 160.00 % below the short-term resistance and 80.00 % above the short-term support.',
  );
  const atZero = textOf({ currentPrice: 0, shortTermResistance: 3, shortTermSupport: -9 });
  expect(atZero).toContain('is below the short-term resistance and above the short-term support.');
});

test('long/short states its side of zero, and unknown values are named', () => {
  expect(textOf()).toContain(
    'Long/short is +12.41 % on a scale from −100 % to +100 %: weighted by volume where enough days report it, recent days closed nearer to their highs.',
  );
  expect(textOf({ longShortPercentage: -3 })).toContain('nearer to their lows');
  expect(textOf({ longShortPercentage: 0 })).toContain('in the middle of their range');
  const unknown = textOf({ longShortPercentage: null, shortTermSupport: null });
  expect(unknown).toContain(
    'There are too few bars for the levels yet. Long/short is not known yet',
  );
});

test('nothing is promised', () => {
  for (const side of ['buy', 'none'] as const) {
    expect(textOf({ side })).not.toMatch(/\b(will|should|expect|likely|target|recommend)/i);
  }
});

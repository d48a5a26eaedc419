import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBvgFeed } from '../bvg/rest.ts';
import type { InstrumentRef, LiveSource } from '../feed.ts';
import { type AdmissionControl, createMemoryAdmission } from '../http/admission.ts';
import type { FeedSettings } from '../settings.ts';
import { holdClock, passTime, settle } from '../testing/pass-time.ts';
import { type LiveRecord, recordLive } from '../testing/record-live.ts';
import { startVendor, type Vendor, type VendorAnswer } from '../testing/start-vendor.ts';
import { createTestEnvironment } from '../testing/test-environment.ts';
import { createQuoteTicks, type PolledQuote } from './poll-quotes.ts';

const START_MS = Date.UTC(2026, 0, 5, 8);
/** Quotes have two fifths of 120 calls a minute, of which four fifths are used. */
const QUOTE_CALLS_A_MINUTE = 38;
const CALL_LIMIT = { calls: 120, perMs: 60_000 };
let vendor: Vendor;
let record: LiveRecord;
let live: LiveSource;
/** Times of `vendor.requests`. */
let askedAtMs: number[];
/** The vendor's answer for these contracts; undefined for their quotes. */
let refusal: (contracts: readonly string[]) => VendorAnswer | undefined;

beforeEach(async () => {
  holdClock(START_MS);
  askedAtMs = [];
  refusal = () => undefined;
  vendor = await startVendor(({ url }) => {
    const contracts = (url.searchParams.get('contracts') ?? '').split(',');
    askedAtMs.push(Date.now());
    return refusal(contracts) ?? { body: contracts.map(quoteOf) };
  });
});
afterEach(async () => {
  await settle(live.close());
  await vendor.close();
  vi.useRealTimers();
});

/** The price is the time of the answer, so that a tick shows when it was read. */
const quoteOf = (contract: string) => ({
  contract,
  time: Math.floor(Date.now() / 1_000),
  last: Date.now(),
});

const contracts = (count: number): InstrumentRef[] =>
  Array.from({ length: count }, (_, index) => ({
    code: `C${index}`,
    type: 'futures',
    marketHours: 'safex',
  }));

function follow(count: number, settings: Partial<FeedSettings> = {}): void {
  const feed = createBvgFeed(
    { restUrl: vendor.url, isSimulated: false, callLimit: CALL_LIMIT, ...settings },
    createTestEnvironment(),
  );
  record = recordLive();
  live = feed.live(record);
  live.follow(contracts(count));
}

/** The times at which prices of a code were read. */
const readAtMs = (code: string) =>
  record.ticks.filter((tick) => tick.code === code).map(({ price }) => price);

const pausesMs = (timesMs: readonly number[]) =>
  timesMs.slice(1).map((timeMs, index) => timeMs - (timesMs[index] ?? 0));

/** The maximum of requests in a minute, less the time between our clock and the vendor's. */
function mostInAMinute(timesMs: readonly number[]): number {
  const counts = timesMs.map(
    (fromMs) => timesMs.filter((atMs) => atMs >= fromMs && atMs < fromMs + 59_800).length,
  );
  return Math.max(...counts);
}

test.each([
  [100, 2_000],
  [101, 3_400],
  [250, 5_000],
  [1_000, 16_700],
])(
  '%i codes at 120 calls a minute are all quoted every %i ms, for minutes',
  async (count, everyMs) => {
    follow(count);
    await passTime(200_000);
    expect(record.lost).toEqual([]);
    expect(record.connected).toEqual([null]);
    expect(mostInAMinute(askedAtMs)).toBeLessThanOrEqual(QUOTE_CALLS_A_MINUTE);
    for (const { code } of contracts(count)) {
      const timesMs = [START_MS, ...readAtMs(code), Date.now()];
      expect(Math.max(...pausesMs(timesMs))).toBeLessThan(everyMs + 200);
    }
  },
);

test('excess calls delay prices once, not in every minute', async () => {
  const admission = createMemoryAdmission({ now: Date.now });
  follow(250, { admission });
  await passTime(5_000);
  for (let call = 0; call < 5; call++) {
    await admission.admit({ name: 'quotes', calls: 48, perMs: 60_000 }, 'reader');
  }
  await passTime(295_000);
  const steadyFromMs = Date.now();
  await passTime(120_000);
  expect(record.lost).toEqual([]);
  for (const code of ['C0', 'C100', 'C249']) {
    const timesMs = readAtMs(code).filter((ms) => ms > steadyFromMs);
    expect(Math.max(...pausesMs(timesMs))).toBeLessThan(5_200);
  }
});

test('a round with more calls than tokens follows the pace of the limit', async () => {
  follow(1_000, { callLimit: { calls: 15, perMs: 60_000 } });
  await passTime(400_000);
  expect(record.lost).toEqual([]);
  expect(mostInAMinute(askedAtMs)).toBe(4);
  // Ten calls, one per 15.8 s: the third round has reached six of them.
  expect(readAtMs('C0')).toHaveLength(3);
  expect(readAtMs('C599')).toHaveLength(3);
  expect(readAtMs('C600')).toHaveLength(2);
  expect(readAtMs('C999')).toHaveLength(2);
});

test('failing codes do not affect the others, and count as an interruption', async () => {
  follow(250);
  await passTime(20_000);
  const brokenAtMs = Date.now();
  refusal = (asked) => (asked.includes('C150') ? { status: 404, body: 'gone' } : undefined);
  await passTime(60_000);
  expect(record.lost).toEqual(['BVG: HTTP 404, gone']);
  expect(readAtMs('C150').at(-1)).toBeLessThan(brokenAtMs + 100);
  for (const code of ['C0', 'C249']) {
    expect(Math.max(...pausesMs([...readAtMs(code), Date.now()]))).toBeLessThan(5_200);
  }
  refusal = () => undefined;
  await passTime(20_000, () => record.connected.length > 1);
  expect(record.connected).toEqual([null, expect.any(Number)]);
  expect(record.connected[1]).toBeLessThanOrEqual(
    readAtMs('C150')
      .filter((ms) => ms < brokenAtMs + 100)
      .at(-1) ?? 0,
  );
  expect(record.connected[1]).toBeGreaterThan(brokenAtMs - 10_000);
});

test('waiting for our own limit is no interruption', async () => {
  let isUsedUp = false;
  const memory = createMemoryAdmission({ now: Date.now });
  const admission: AdmissionControl = {
    ...memory,
    admit: async (limit, priority) =>
      isUsedUp ? { kind: 'wait', why: 'limit', ms: 60_000 } : memory.admit(limit, priority),
  };
  follow(1, { admission });
  await passTime(10_000);
  isUsedUp = true;
  await passTime(30_000);
  expect(readAtMs('C0').at(-1)).toBeLessThanOrEqual(START_MS + 10_000);
  isUsedUp = false;
  await passTime(2_500);
  expect(readAtMs('C0').at(-1)).toBeGreaterThan(START_MS + 40_000);
  expect(record.lost).toEqual([]);
  expect(record.connected).toEqual([null]);
});

test('a pause requested by the vendor is an interruption', async () => {
  follow(1);
  await passTime(10_000);
  refusal = () => ({ status: 429, headers: { 'retry-after': '30' }, body: 'slow down' });
  await passTime(10_000);
  expect(record.lost).toHaveLength(1);
  refusal = () => undefined;
  await passTime(40_000);
  expect(record.connected).toEqual([null, expect.any(Number)]);
});

test('an answer for a code that is no longer followed is dropped', async () => {
  let answer: () => void = () => undefined;
  vendor.answerWith(
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ body: [quoteOf('C0'), quoteOf('C1')] });
      }),
  );
  follow(2);
  await passTime(1_000, () => vendor.requests.length > 0);
  live.follow(contracts(1));
  answer();
  await passTime(1_000);
  expect(readAtMs('C0')).toHaveLength(1);
  expect(readAtMs('C1')).toEqual([]);
});

describe('ticks between quotes', () => {
  const QUOTE: PolledQuote = {
    code: 'AAPL',
    price: 232,
    timeMs: 1_000,
    dayVolume: 500,
    dayHigh: 233,
    dayLow: 230,
    bid: null,
    ask: null,
  };

  function ticksOf(...quotes: Partial<PolledQuote>[]) {
    const ticks = createQuoteTicks({ now: () => 9_000 });
    return quotes.flatMap((change) => ticks.update([{ ...QUOTE, ...change }]));
  }

  test('the first quote gives a price alone', () => {
    expect(ticksOf({})).toEqual([{ code: 'AAPL', timeMs: 1_000, price: 232 }]);
  });

  test('later quotes give the growth of the day’s volume and its new extremes', () => {
    const [, second] = ticksOf({}, { timeMs: 3_000, dayVolume: 540, dayHigh: 234, price: 231 });
    expect(second).toMatchObject({ price: 231, volume: 40, high: 234 });
    expect(second).not.toHaveProperty('low');
  });

  test('changes are since the last quote, or since its last answer where it stayed the same', () => {
    let nowMs = 2_000;
    const ticks = createQuoteTicks({ now: () => nowMs });
    ticks.update([QUOTE]);
    const [next] = ticks.update([{ ...QUOTE, timeMs: 3_000, dayVolume: 501 }]);
    expect(next?.sinceMs).toBe(1_000);
    nowMs = 60_000;
    ticks.update([{ ...QUOTE, timeMs: 3_000, dayVolume: 501 }]);
    const [late] = ticks.update([{ ...QUOTE, timeMs: 61_000, dayVolume: 502 }]);
    expect(late).toMatchObject({ volume: 1, sinceMs: 58_000 });
  });

  test('an unchanged quote makes no tick', () => {
    expect(ticksOf({}, {})).toHaveLength(1);
  });

  test('a quote older than the last makes no tick', () => {
    expect(ticksOf({ timeMs: 5_000 }, { timeMs: 4_000, price: 1 })).toHaveLength(1);
  });

  test('a day’s volume that falls belongs to a new day: no volume, no extremes', () => {
    const [, second] = ticksOf(
      {},
      { timeMs: 3_000, dayVolume: 3, dayHigh: 240, dayLow: 239, price: 239 },
    );
    expect(second).toEqual({ code: 'AAPL', timeMs: 3_000, price: 239 });
  });

  test('a quote without a time has the time of the read', () => {
    expect(ticksOf({ timeMs: null })).toMatchObject([{ timeMs: 9_000 }]);
  });

  test('an instrument that was dropped starts afresh', () => {
    const ticks = createQuoteTicks({ now: () => 0 });
    ticks.update([QUOTE]);
    ticks.keepOnly([]);
    expect(ticks.update([{ ...QUOTE, dayVolume: 900, timeMs: 2_000 }])[0]).not.toHaveProperty(
      'volume',
    );
  });
});

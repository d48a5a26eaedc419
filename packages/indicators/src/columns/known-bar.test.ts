import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFinalState, type KnownBar, mergeStates } from './known-bar.ts';

const CLOSES_AT = 60_000;
/** A vendor publishes a trade at most this late. */
const LATE = 5_000;

/** A market of one bar: trades, the moments of history's answers, and the order in which states arrive. */
const MARKET = fc.record({
  trades: fc.uniqueArray(
    fc.record({
      timeMs: fc.nat(CLOSES_AT - 1),
      price: fc.integer({ min: 90, max: 110 }),
      volume: fc.integer({ min: 1, max: 9 }),
      lateMs: fc.nat(LATE),
    }),
    { selector: ({ timeMs }) => timeMs, minLength: 1, maxLength: 20 },
  ),
  asked: fc.uniqueArray(fc.integer({ min: 0, max: CLOSES_AT + 4 * LATE }), { maxLength: 8 }),
  delays: fc.array(fc.nat(90_000), { minLength: 30, maxLength: 30 }),
});
type Market = typeof MARKET extends fc.Arbitrary<infer Value> ? Value : never;
type Trade = Market['trades'][number];

function stateOf(trades: readonly Trade[], knownUntilMs: number): KnownBar | null {
  const ordered = trades.toSorted((one, other) => one.timeMs - other.timeMs);
  const prices = ordered.map(({ price }) => price);
  const [open, close] = [prices[0], prices.at(-1)];
  if (open === undefined || close === undefined) return null;
  return {
    time: 0,
    open,
    high: Math.max(...prices),
    low: Math.min(...prices),
    close,
    volume: ordered.reduce((sum, { volume }) => sum + volume, 0),
    knownUntilMs,
  };
}

/** The states that ticks and history tell, in the order of their arrival. */
function arrivals({ trades, asked, delays }: Market): KnownBar[] {
  const ordered = trades.toSorted((one, other) => one.timeMs - other.timeMs);
  const ticked = ordered.map(({ timeMs }, index) => ({
    toldMs: timeMs,
    state: stateOf(ordered.slice(0, index + 1), timeMs),
  }));
  const answered = asked.map((askedMs) => ({
    toldMs: askedMs,
    state: stateOf(
      trades.filter(({ timeMs, lateMs }) => timeMs + lateMs <= askedMs),
      askedMs - LATE,
    ),
  }));
  return [...ticked, ...answered]
    .map(({ toldMs, state }, index) => ({ state, atMs: toldMs + (delays[index] ?? 0) }))
    .toSorted((one, other) => one.atMs - other.atMs)
    .flatMap(({ state }) => state ?? []);
}

const mergeAll = (states: readonly KnownBar[]) =>
  states.reduce((known, state) => mergeStates(known, state, CLOSES_AT));

const distinct = (states: readonly KnownBar[]) => [
  ...new Map(states.map((state) => [state.knownUntilMs, state])).values(),
];

describe('states of one bar', () => {
  it('merge to the same state in every order of arrival', () => {
    fc.assert(
      fc.property(MARKET, fc.infiniteStream(fc.nat()), (market, keys) => {
        const states = distinct(arrivals(market));
        const drawn = states.map((state) => ({ state, key: keys.next().value ?? 0 }));
        const shuffled = drawn.toSorted((one, other) => one.key - other.key);
        expect(mergeAll(shuffled.map(({ state }) => state))).toEqual(mergeAll(states));
      }),
    );
  });

  it('never go backwards: knowledge, range and volume only grow until the last word, which stays', () => {
    fc.assert(
      fc.property(MARKET, (market) => {
        const [first, ...rest] = arrivals(market);
        let known = first;
        for (const state of rest) {
          if (!known) return;
          const before: KnownBar = known;
          known = mergeStates(before, state, CLOSES_AT);
          expect(known.knownUntilMs).toBeGreaterThanOrEqual(before.knownUntilMs);
          expect(known.high).toBeGreaterThanOrEqual(before.high);
          expect(known.low).toBeLessThanOrEqual(before.low);
          expect(known.volume).toBeGreaterThanOrEqual(before.volume ?? 0);
          if (isFinalState(before, CLOSES_AT)) expect(isFinalState(known, CLOSES_AT)).toBe(true);
        }
      }),
    );
  });

  it('end at the bar of all trades, and never show more than that before', () => {
    fc.assert(
      fc.property(MARKET, (market) => {
        const whole = stateOf(market.trades, CLOSES_AT + LATE);
        if (!whole) return;
        const states = arrivals({ ...market, asked: market.asked.filter((ms) => ms < CLOSES_AT) });
        for (let count = 1; count <= states.length; count += 1) {
          const { high, low, volume } = mergeAll(states.slice(0, count));
          expect(high).toBeLessThanOrEqual(whole.high);
          expect(low).toBeGreaterThanOrEqual(whole.low);
          expect(volume).toBeLessThanOrEqual(whole.volume ?? 0);
        }
        expect(mergeAll([...states, whole])).toBe(whole);
        expect(mergeAll([whole, ...states])).toBe(whole);
      }),
    );
  });

  const bar = { time: 0, open: 10, high: 12, low: 9, close: 11, volume: 5 };

  it('ignore a history answer from before the close that arrives after it', () => {
    const closed = { ...bar, knownUntilMs: CLOSES_AT - 200 };
    const cached = { ...bar, high: 11, close: 10, volume: 2, knownUntilMs: CLOSES_AT - 50_000 };
    expect(mergeStates(closed, cached, CLOSES_AT)).toBe(closed);
    expect(mergeStates(cached, closed, CLOSES_AT)).toBe(closed);
  });

  it('take a later correction of a final bar, also a smaller one', () => {
    const final = { ...bar, knownUntilMs: CLOSES_AT };
    const corrected = { ...bar, high: 11.5, volume: 4, knownUntilMs: CLOSES_AT + 1 };
    expect(mergeStates(final, corrected, CLOSES_AT)).toBe(corrected);
    expect(mergeStates(corrected, final, CLOSES_AT)).toBe(corrected);
  });

  it('know a volume as soon as one of them does', () => {
    const silent = { ...bar, volume: null, knownUntilMs: 40_000 };
    const counted = { ...bar, volume: 3, knownUntilMs: 30_000 };
    expect(mergeStates(silent, counted, CLOSES_AT)).toEqual({ ...silent, volume: 3 });
    expect(mergeStates(silent, { ...silent }, CLOSES_AT)).toBe(silent);
  });
});

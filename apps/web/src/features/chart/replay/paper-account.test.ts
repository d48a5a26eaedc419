import { MINUTE_MS } from '@moneytrail/calendar';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  closedEquity,
  closePosition,
  exitIn,
  FIRST_ACCOUNT,
  type Fill,
  gainAt,
  gainOf,
  gainsByCurrency,
  type Levels,
  moveLevels,
  multipleAt,
  openPosition,
  orderProblem,
  type PaperAccount,
  type PaperOrder,
  passBars,
  percentOf,
  positionIn,
  totalMultiple,
} from './paper-account.ts';
import { createPaperLedger } from './paper-ledger.ts';
import { minutes } from './testing/paper-market.ts';
import { tradesAsCsv } from './trades-csv.ts';

const TICKER = 'FMP:BTC/USD';
const at = (price: number, atMs = 0) => ({ ticker: TICKER, price, atMs });
const order = (change: Partial<PaperOrder> = {}): PaperOrder => ({
  side: 'long',
  size: 2,
  stop: 95,
  target: null,
  ...change,
});
const opened = (change: Partial<PaperOrder> = {}) =>
  openPosition(FIRST_ACCOUNT, order(change), at(100));
const bar = (open: number, high: number, low: number) => ({
  time: 0,
  open,
  high,
  low,
  close: open,
  volume: 1,
  closesAtMs: MINUTE_MS,
});

describe('a paper position', () => {
  it('gains with the price while long, and against it while short', () => {
    const [long] = opened().positions;
    const [short] = opened({ side: 'short', stop: 105 }).positions;
    expect(long && gainAt(long, 110)).toBe(20);
    expect(short && gainAt(short, 110)).toBe(-20);
    expect(long && multipleAt(long, 110)).toBe(2);
    expect(short && multipleAt(short, 110)).toBe(-2);
  });

  it('is closed at the stop first where a bar reaches stop and target', () => {
    const account = passBars(opened({ target: 110 }), TICKER, [bar(100, 112, 94)]);
    expect(account.trades).toMatchObject([
      { reason: 'stop', exit: { price: 95, atMs: MINUTE_MS } },
    ]);
    expect(account.positions).toEqual([]);
  });

  it.each([
    ['below the stop', bar(90, 91, 80), { price: 90, reason: 'stop' }],
    ['above the target', bar(115, 120, 90), { price: 115, reason: 'target' }],
    ['between them', bar(100, 109, 96), null],
    ['between them, and reaches the target', bar(100, 110, 96), { price: 110, reason: 'target' }],
  ])('fills at the open of a bar that opens %s', (_, passed, exit) => {
    const [position] = opened({ target: 110 }).positions;
    expect(position && exitIn(position, passed)).toEqual(exit);
  });

  it('is not left by bars of another instrument', () => {
    const account = opened();
    expect(passBars(account, 'FMP:ETH/USD', [bar(1, 1, 1)])).toBe(account);
  });

  it('needs a size, a stop on the losing side and a target on the other', () => {
    expect(orderProblem(order(), 100)).toBeNull();
    expect(orderProblem(order({ size: 0 }), 100)).toContain('size above 0');
    expect(orderProblem(order({ size: Number.NaN }), 100)).toContain('size above 0');
    expect(orderProblem(order({ stop: 100 }), 100)).toContain('below the price');
    expect(orderProblem(order({ side: 'short' }), 100)).toContain('above the price');
    expect(orderProblem(order({ target: 99 }), 100)).toContain('above the price');
    expect(orderProblem(order({ side: 'short', stop: null, target: 101 }), 100)).toContain('below');
    expect(orderProblem(order({ stop: Number.NEGATIVE_INFINITY }), 100)).toContain('as numbers');
    expect(orderProblem(order({ target: Number.NaN }), 100)).toContain('as numbers');
    expect(() => openPosition(opened(), order(), at(100))).toThrow('open already');
  });
});

const decision = fc.record({
  act: fc.constantFrom('long', 'short', 'close', 'wait', 'wait'),
  stop: fc.option(fc.integer({ min: 1, max: 9 })),
  target: fc.option(fc.integer({ min: 1, max: 9 })),
  size: fc.integer({ min: 1, max: 50 }),
});
type Decision = typeof decision extends fc.Arbitrary<infer One> ? One : never;

/** An account after a decision at the close of a bar. */
function decided(account: PaperAccount, { act, stop, target, size }: Decision, fill: Fill) {
  if (act === 'close') return closePosition(account, TICKER, fill);
  if ((act !== 'long' && act !== 'short') || positionIn(account, TICKER)) return account;
  const sign = act === 'long' ? 1 : -1;
  const order: PaperOrder = {
    side: act,
    size,
    stop: stop === null ? null : fill.price - sign * stop,
    target: target === null ? null : fill.price + sign * target,
  };
  return openPosition(account, order, { ...fill, ticker: TICKER });
}

describe('a paper account', () => {
  it('has gained what its trades have gained, and fills only at prices that were traded', () => {
    fc.assert(
      fc.property(minutes, fc.array(decision, { minLength: 160 }), (bars, decisions) => {
        let account = FIRST_ACCOUNT;
        for (const [index, one] of bars.entries()) {
          const atMs = one.time + MINUTE_MS;
          const before = account.trades.length;
          account = passBars(account, TICKER, [{ ...one, closesAtMs: atMs }]);
          const price = account.trades[before]?.exit.price ?? one.close;
          expect((price >= one.low && price <= one.high) || price === one.open).toBe(true);
          const next = decisions[index];
          if (next) account = decided(account, next, { price: one.close, atMs });
        }
        const last = bars.at(-1);
        if (last) account = closePosition(account, TICKER, at(last.close));
        const gains = account.trades.map(
          ({ side, size, entry, exit }) =>
            size * (side === 'long' ? exit.price - entry.price : entry.price - exit.price),
        );
        const sum = gains.reduce((total, gain) => total + gain, 0);
        expect(closedEquity(account, TICKER) - FIRST_ACCOUNT.capital).toBeCloseTo(sum, 6);
        for (const trade of account.trades) {
          expect(gainOf(trade)).toBeCloseTo(gains[account.trades.indexOf(trade)] ?? Number.NaN, 6);
        }
      }),
      { seed: 21 },
    );
  });

  it('adds up gains of one currency only, and multiples of the risk of all', () => {
    let account = FIRST_ACCOUNT;
    for (const [ticker, exit] of [
      ['FMP:BTC/USD', 101],
      ['FMP:USD/JPY', 90],
      ['FMP:EUR/USD', 102.5],
      ['FMP:AAPL', 103],
      ['FMP:MSFT', 104],
    ] as const) {
      account = openPosition(account, order({ stop: 95 }), { ...at(100), ticker });
      account = closePosition(account, ticker, at(exit, 2_000));
    }
    expect([...gainsByCurrency(account)]).toEqual([
      ['USD', 7],
      ['JPY', -20],
      ['AAPL', 6],
      ['MSFT', 8],
    ]);
    expect(closedEquity(account, 'Bitfinex:ETH/JPY')).toBe(account.capital - 20);
    expect(closedEquity(account, 'FMP:NVDA')).toBe(account.capital);
    expect(totalMultiple(account)).toBeCloseTo(0.1, 10);
  });

  it('takes trades back with the time, and keeps them where another day begins', () => {
    const ledger = createPaperLedger();
    ledger.keep(openPosition(ledger.account.get(), order(), at(100, 1_000)));
    ledger.see(TICKER, { price: 100, atMs: 1_000 });
    ledger.see(TICKER, { price: 104, atMs: 2_000 });
    ledger.keep(closePosition(ledger.account.get(), TICKER, at(104, 2_000)));
    expect(ledger.account.get().trades).toHaveLength(1);
    ledger.rewind(1_500);
    expect(ledger.account.get().trades).toEqual([]);
    expect(positionIn(ledger.account.get(), TICKER)).toMatchObject({ entry: { price: 100 } });
    expect(ledger.lastSeen(TICKER)).toEqual({ price: 100, atMs: 1_000 });
    ledger.leave();
    expect(ledger.account.get().trades).toMatchObject([{ reason: 'left', exit: { price: 100 } }]);
    ledger.rewind(0);
    expect(ledger.account.get().trades).toHaveLength(1);
  });

  it('knows no trade and no price of later while another instrument was filled before', () => {
    const ledger = createPaperLedger();
    const { account } = ledger;
    const other = 'FMP:ETH/USD';
    ledger.keep(openPosition(account.get(), order(), at(100, 1_000)));
    ledger.see(TICKER, { price: 100, atMs: 1_000 });
    ledger.keep(openPosition(account.get(), order(), { ...at(100, 2_000), ticker: other }));
    ledger.see(other, { price: 100, atMs: 2_000 });
    ledger.keep(closePosition(account.get(), other, at(90, 9_000)));
    ledger.see(other, { price: 90, atMs: 9_000 });
    // The stop was reached earlier, and is found when the instrument is shown again.
    ledger.keep(closePosition(account.get(), TICKER, at(95, 5_000), 'stop'));
    ledger.rewind(7_000);
    expect(account.get().trades).toMatchObject([{ ticker: TICKER, reason: 'stop' }]);
    expect(account.get().positions).toMatchObject([{ ticker: other, entry: { atMs: 2_000 } }]);
    expect(ledger.lastSeen(other)).toEqual({ price: 100, atMs: 2_000 });
  });

  it('a step back leaves the capital as it was typed', () => {
    const ledger = createPaperLedger();
    ledger.keep({ ...ledger.account.get(), capital: 25_000 });
    ledger.rewind(0);
    expect(ledger.account.get().capital).toBe(25_000);
  });
});

describe('stop and target of an open position', () => {
  const moved = (levels: Levels, price = 110, atMs = 1_000) =>
    moveLevels(opened(), levels, at(price, atMs));

  it('are moved, and the risk stays that of the first stop', () => {
    const [position] = moved({ stop: 102, target: 130 }).positions;
    expect(position).toMatchObject({ stop: 102, target: 130 });
    expect(position && multipleAt(position, 110)).toBe(2);
    expect(position && exitIn(position, bar(108, 109, 101))).toEqual({
      price: 102,
      reason: 'stop',
    });
  });

  it('that were removed leave the risk as it was', () => {
    const [position] = moved({ stop: null, target: null }).positions;
    expect(position && multipleAt(position, 110)).toBe(2);
    expect(position && exitIn(position, bar(108, 109, 1))).toBeNull();
  });

  it('given later measure the risk by the first stop that loses', () => {
    const free = openPosition(FIRST_ACCOUNT, order({ stop: null }), at(100));
    const safe = moveLevels(free, { stop: 104, target: null }, at(110, 1_000));
    expect(safe.positions.map((one) => multipleAt(one, 110))).toEqual([null]);
    const risky = moveLevels(safe, { stop: 90, target: null }, at(110, 2_000));
    expect(risky.positions.map((one) => multipleAt(one, 110))).toEqual([1]);
  });

  it('must not be passed by the price already', () => {
    expect(() => moved({ stop: 111, target: null })).toThrow('The stop of a long position');
    expect(() => moved({ stop: 95, target: 109 })).toThrow('The target of a long position');
  });

  it('without a position change nothing', () => {
    expect(moveLevels(FIRST_ACCOUNT, { stop: 1, target: 2 }, at(1))).toBe(FIRST_ACCOUNT);
  });

  it('are those of the moment after any steps back', () => {
    const times = fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 6 });
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 21 }), (changes, toMs) => {
        const ledger = createPaperLedger();
        ledger.keep(opened());
        const sorted = changes.toSorted((a, b) => a - b);
        sorted.forEach((atMs, index) => {
          ledger.keep(
            moveLevels(ledger.account.get(), { stop: 96 + index, target: null }, at(110, atMs)),
          );
        });
        ledger.rewind(toMs);
        const past = sorted.filter((atMs) => atMs <= toMs).length;
        const [position] = ledger.account.get().positions;
        expect(position).toMatchObject({ stop: 95 + past });
        expect(position?.former).toHaveLength(past);
        expect(position && multipleAt(position, 110)).toBe(2);
      }),
    );
  });
});

it('writes trades as CSV that names the replay', () => {
  const entry = { price: 100, atMs: Date.UTC(2024, 0, 2) };
  const exit = { price: 110, atMs: Date.UTC(2024, 0, 3) };
  const trade = { ...order(), ticker: TICKER, former: [], entry, exit, reason: 'closed' as const };
  expect(percentOf(trade)).toBe(10);
  expect(tradesAsCsv([trade]).split('\r\n')).toEqual([
    '# Replay: paper trades',
    'symbol,side,size,"entry time (ISO 8601, UTC)",entry,"exit time (ISO 8601, UTC)",exit,exit by,stop,stop of the risk (1 R),target,R,change (%),gain,currency or symbol of the gain',
    'FMP:BTC/USD,long,2,2024-01-02T00:00:00Z,100,2024-01-03T00:00:00Z,110,closed,95,95,,2,10,20,USD',
    '',
  ]);
});

it('writes gains as CSV without the last digits of binary fractions', () => {
  const entry = { price: 0.1, atMs: 0 };
  const exit = { price: 0.4, atMs: 1_000 };
  const bought = { ...order(), size: 1, stop: 0.05, target: null, ticker: TICKER };
  const row = tradesAsCsv([{ ...bought, former: [], entry, exit, reason: 'closed' }]).split(
    '\r\n',
  )[2];
  expect(row).toMatch(/,6,300,0\.3,USD$/);
});

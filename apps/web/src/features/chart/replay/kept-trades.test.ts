import { expect, it } from 'vitest';
import { createStoredText } from '../../../lib/stored-text.ts';
import { createTradeShelf, MOST_KEPT, RESUMED_WITHIN_MS } from './kept-trades.ts';
import { FIRST_ACCOUNT, openPosition, type PaperTrade } from './paper-account.ts';
import { createPaperLedger, MOST_KEPT_PRICES } from './paper-ledger.ts';
import type { ReplayPlace } from './read-kept.ts';
import { SPEEDS } from './replay-player.ts';

const HOUR = 3_600_000;
const { positions: _, ...FIRST_RECORD } = FIRST_ACCOUNT;

const trade = (atHour: number, ticker = 'FMP:BTC/USD'): PaperTrade => ({
  ticker,
  side: 'long',
  size: 2,
  stop: 90,
  target: null,
  former: [{ stop: 80, target: 120, untilMs: atHour * HOUR }],
  entry: { price: 100, atMs: atHour * HOUR },
  exit: { price: 104, atMs: (atHour + 1) * HOUR },
  reason: 'closed',
});

/** The storage of a tab, and pages that are opened in it one after the other. */
function openTab() {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  };
  let user: string | null = 'thandi';
  let nowMs = 0;
  return {
    stored,
    open: () =>
      createTradeShelf(
        createStoredText('paperTrades', storage),
        () => user,
        () => nowMs,
      ),
    pass: (ms: number) => {
      nowMs += ms;
    },
    signIn: (as: string | null) => {
      user = as;
    },
  };
}

/** A replay with an open position, which was opened at 100 and has seen 97. */
const placeAt = (atHour: number, ticker = 'FMP:BTC/USD'): ReplayPlace => {
  const { exit: _, reason: __, ...position } = trade(atHour, ticker);
  const seen = [{ price: 97, atMs: (atHour + 2) * HOUR }];
  return {
    ticker,
    resolution: '60',
    atMs: (atHour + 2) * HOUR,
    speed: SPEEDS[5],
    stepBy: '15',
    paper: { trades: [trade(1)], olderTrades: 1, positions: [position], seen: [[ticker, seen]] },
  };
};
const leftIn = (place: ReplayPlace) => ({
  capital: 5_000,
  trades: [trade(1), { reason: 'left', exit: { price: 97, atMs: place.atMs } }],
});

it('the next replay goes on with trades and capital of the last one, after a reload too', () => {
  const tab = openTab();
  const page = tab.open();
  page.begin().keep({ capital: 5_000, trades: [trade(1)] });
  expect(page.begin().first()).toEqual({ capital: 5_000, trades: [trade(1)] });
  const reloaded = tab.open().begin();
  expect(reloaded.first()).toEqual({ capital: 5_000, trades: [trade(1)] });
  reloaded.keep({ capital: 5_000, trades: [trade(3)] });
  expect(tab.open().begin().first().trades).toEqual([trade(1), trade(3)]);
});

it('charts that are replayed side by side keep the trades of both', () => {
  const tab = openTab();
  const page = tab.open();
  const [one, other] = [page.begin(), page.begin()];
  one.keep({ capital: 10_000, trades: [trade(1)] });
  other.keep({ capital: 10_000, trades: [trade(2, 'FMP:ETH/USD')] });
  one.keep({ capital: 10_000, trades: [] });
  one.keep({ capital: 10_000, trades: [trade(4)] });
  expect(tab.open().begin().first().trades).toEqual([trade(4), trade(2, 'FMP:ETH/USD')]);
});

it('cleared trades are gone for later replays, and come back where that is undone', () => {
  const tab = openTab();
  tab
    .open()
    .begin()
    .keep({ capital: 10_000, trades: [trade(1)] });
  const replay = tab.open().begin();
  const undo = replay.clear();
  replay.keep({ capital: 10_000, trades: [trade(5)] });
  expect(tab.open().begin().first().trades).toEqual([trade(5)]);
  undo();
  expect(tab.open().begin().first().trades).toEqual([trade(1), trade(5)]);
});

it('nobody else finds them, and a former user’s replay keeps none', () => {
  const tab = openTab();
  const page = tab.open();
  const replay = page.begin();
  replay.keep({ capital: 7_000, trades: [trade(1)] });
  tab.signIn('other');
  expect(tab.open().begin().first()).toEqual(FIRST_RECORD);
  expect(page.begin().first()).toEqual(FIRST_RECORD);
  tab.signIn('thandi');
  page.forget();
  tab.signIn(null);
  replay.keep({ capital: 7_000, trades: [trade(1)] });
  expect(tab.stored.size).toBe(0);
});

it('stored texts that are no trades are left out, and the newest are kept', () => {
  const tab = openTab();
  const strange = [{ ...trade(1), size: -1 }, { ...trade(2), exit: null }, 'x', trade(3)];
  for (const text of ['{', '[]', JSON.stringify({ userId: 'thandi', trades: 7 })]) {
    tab.stored.set('paperTrades', text);
    expect(tab.open().begin().first()).toEqual(FIRST_RECORD);
  }
  tab.stored.set(
    'paperTrades',
    JSON.stringify({ userId: 'thandi', capital: 'x', trades: strange }),
  );
  expect(tab.open().begin().first()).toEqual({ ...FIRST_RECORD, trades: [trade(3)] });
  const many = Array.from({ length: MOST_KEPT + 2 }, (_, index) => trade(index));
  tab.open().begin().keep({ capital: 10_000, trades: many });
  expect(tab.open().begin().first().trades.at(-1)).toEqual(many.at(-1));
  expect(tab.open().begin().first().trades).toHaveLength(MOST_KEPT);
});

it('an open position is kept as a trade that was left at its last price', () => {
  const ledger = createPaperLedger({ capital: 10_000, trades: [trade(1)] });
  const order = { side: 'short', size: 1, stop: null, target: null } as const;
  const fill = { ticker: 'FMP:BTC/USD', price: 100, atMs: 5 * HOUR };
  ledger.keep(openPosition(ledger.account.get(), order, fill));
  ledger.see('FMP:BTC/USD', { price: 97, atMs: 6 * HOUR });
  expect(ledger.own().trades).toMatchObject([
    { reason: 'left', entry: { price: 100 }, exit: { price: 97, atMs: 6 * HOUR } },
  ]);
  expect(ledger.account.get()).toMatchObject({ trades: [trade(1)], positions: [{ size: 1 }] });
  ledger.rewind(2 * HOUR);
  expect(ledger.account.get()).toMatchObject({ trades: [trade(1)], positions: [] });
});

it('cleared trades of a replay are not its own any more until they are brought back', () => {
  const ledger = createPaperLedger({ capital: 10_000, trades: [trade(1)] });
  ledger.keep({ ...ledger.account.get(), trades: [trade(1), trade(3)] });
  const undo = ledger.clear();
  expect([ledger.account.get().trades, ledger.own().trades]).toEqual([[], []]);
  ledger.keep({ ...ledger.account.get(), trades: [trade(5)] });
  undo();
  expect(ledger.account.get().trades).toEqual([trade(1), trade(3), trade(5)]);
  expect(ledger.own().trades).toEqual([trade(3), trade(5)]);
});

it('a replay goes on at its place after a reload, once, and leaves none when it has ended', () => {
  const tab = openTab();
  const place = placeAt(5);
  const own = { capital: 5_000, trades: [] };
  tab.open().begin().keep(own, place);
  const reloaded = tab.open();
  expect(reloaded.resume('FMP:ETH/USD', '60')).toBeNull();
  expect(reloaded.resume('FMP:BTC/USD', '1D')).toBeNull();
  const resumed = reloaded.resume('FMP:BTC/USD', '60');
  expect(resumed?.place).toEqual(place);
  // Its own trades are those of the place.
  expect(resumed?.trades.first()).toEqual({ capital: 5_000, trades: [] });
  expect(reloaded.resume('FMP:BTC/USD', '60')).toBeNull();
  resumed?.trades.keep({ capital: 5_000, trades: [trade(1), trade(6)] });
  const later = tab.open();
  expect(later.resume('FMP:BTC/USD', '60')).toBeNull();
  expect(later.begin().first().trades).toEqual([trade(1), trade(6)]);
});

it('replays side by side go on at a place each; one that does not has left its position', () => {
  const tab = openTab();
  const page = tab.open();
  const [place, other] = [placeAt(5), placeAt(7, 'FMP:ETH/USD')];
  page.begin().keep({ capital: 5_000, trades: [] }, place);
  page.begin().keep({ capital: 5_000, trades: [] }, other);
  const reloaded = tab.open();
  const resumed = reloaded.resume('FMP:ETH/USD', '60');
  expect(resumed?.place).toEqual(other);
  expect(resumed?.trades.first()).toMatchObject(leftIn(place));
  resumed?.trades.keep({ capital: 5_000, trades: [] }, other);
  expect(tab.open().resume('FMP:BTC/USD', '60')?.place).toEqual(place);
});

it('a replay that no chart of the reloaded page goes on with is over soon, and has left its position', () => {
  const tab = openTab();
  const place = placeAt(5);
  tab.open().begin().keep({ capital: 5_000, trades: [] }, place);
  const reloaded = tab.open();
  tab.pass(60 * RESUMED_WITHIN_MS);
  expect(reloaded.resume('FMP:ETH/USD', '60')).toBeNull();
  tab.pass(RESUMED_WITHIN_MS + 1);
  expect(reloaded.resume('FMP:BTC/USD', '60')).toBeNull();
  expect(reloaded.begin().first()).toMatchObject(leftIn(place));
  const later = tab.open();
  expect(later.resume('FMP:BTC/USD', '60')).toBeNull();
  expect(later.begin().first()).toMatchObject(leftIn(place));
});

it('nobody else goes on with a replay, and nothing of it is left after a sign-out', () => {
  const tab = openTab();
  tab.open().begin().keep({ capital: 5_000, trades: [] }, placeAt(5));
  tab.signIn('other');
  expect(tab.open().resume('FMP:BTC/USD', '60')).toBeNull();
  tab.signIn('thandi');
  tab.open().forget();
  expect(tab.open().resume('FMP:BTC/USD', '60')).toBeNull();
});

it('places that are none are left out, and unsound parts of others', () => {
  const tab = openTab();
  const { paper, ...place } = placeAt(5);
  const strange = [
    { ...place, atMs: 'x' },
    { ...place, resolution: '7' },
    { ...place, speed: { label: '99' } },
    { ...place, ticker: 1 },
    null,
  ];
  const keep = (replays: unknown[]) =>
    tab.stored.set('paperTrades', JSON.stringify({ userId: 'thandi', trades: [], replays }));
  keep(strange);
  expect(tab.open().resume('FMP:BTC/USD', '60')).toBeNull();
  const [position] = paper.positions;
  const positions = [position, { ...position, size: 0 }, { ...position, size: 9 }];
  keep([{ ...place, paper: { positions, olderTrades: 7, seen: [['FMP:BTC/USD', ['x']], 3] } }]);
  expect(tab.open().resume('FMP:BTC/USD', '60')?.place.paper).toEqual({
    trades: [],
    olderTrades: 0,
    positions: [{ ...position, size: 9 }],
    seen: [['FMP:BTC/USD', []]],
  });
});

it('an account goes on as it was, with what a step back takes back', () => {
  const ledger = createPaperLedger({ capital: 10_000, trades: [trade(1)] });
  ledger.keep({ ...ledger.account.get(), trades: [trade(1), trade(3)] });
  ledger.leave();
  const order = { side: 'short', size: 1, stop: null, target: null } as const;
  const ticker = 'FMP:BTC/USD';
  ledger.keep(openPosition(ledger.account.get(), order, { ticker, price: 100, atMs: 5 * HOUR }));
  for (let hour = 5; hour < 5 + 2 * MOST_KEPT_PRICES; hour += 1) {
    ledger.see(ticker, { price: 97, atMs: hour * HOUR });
  }
  const open = ledger.open();
  expect(open.seen[0]?.[1]).toHaveLength(MOST_KEPT_PRICES);
  const resumed = createPaperLedger({ capital: 10_000, trades: [trade(1)] }, open);
  expect(resumed.account.get()).toEqual(ledger.account.get());
  expect(resumed.own()).toEqual(ledger.own());
  expect(resumed.lastSeen(ticker)).toEqual(ledger.lastSeen(ticker));
  for (const one of [ledger, resumed]) one.rewind(4 * HOUR);
  // The trade before the present start stays.
  expect(resumed.account.get()).toMatchObject({ trades: [trade(1), trade(3)], positions: [] });
  expect(resumed.account.get()).toEqual(ledger.account.get());
});

it('clearing leaves the trades of other replays that go on, and brings back each once', () => {
  const tab = openTab();
  const shelf = tab.open();
  const [ended, cleared, other] = [shelf.begin(), shelf.begin(), shelf.begin()];
  ended.keep({ ...FIRST_RECORD, trades: [trade(1)] });
  const ofOther = { ...FIRST_RECORD, trades: [trade(5)] };
  other.keep(ofOther, placeAt(5, 'FMP:ETH/USD'));
  const bringBack = cleared.clear();
  expect(shelf.begin().first().trades).toEqual([trade(5)]);
  other.keep(ofOther, placeAt(5, 'FMP:ETH/USD'));
  bringBack();
  expect(shelf.begin().first().trades).toEqual([trade(1), trade(5)]);
});

it('clearing leaves the places of replays that no chart has gone on with yet', () => {
  const tab = openTab();
  const before = tab.open();
  for (const ticker of ['FMP:BTC/USD', 'FMP:ETH/USD']) {
    before.begin().keep(FIRST_RECORD, placeAt(5, ticker));
  }
  const shelf = tab.open();
  const resumed = shelf.resume('FMP:BTC/USD', '60');
  resumed?.trades.clear()();
  expect(shelf.resume('FMP:ETH/USD', '60')?.place).toEqual(placeAt(5, 'FMP:ETH/USD'));
});

it('a place at a time that no calendar has is not read', () => {
  const tab = openTab();
  tab
    .open()
    .begin()
    .keep(FIRST_RECORD, { ...placeAt(5), atMs: 1e300 });
  expect(tab.open().resume('FMP:BTC/USD', '60')).toBeNull();
});

it('cleared trades of a user do not come back for another one', () => {
  const tab = openTab();
  const shelf = tab.open();
  shelf.begin().keep({ ...FIRST_RECORD, trades: [trade(1)] });
  const bringBack = shelf.begin().clear();
  tab.signIn('ben');
  const ofBen = shelf.begin();
  bringBack();
  expect(ofBen.first().trades).toEqual([]);
  expect(tab.open().begin().first().trades).toEqual([]);
});

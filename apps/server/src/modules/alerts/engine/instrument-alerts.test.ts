import { setImmediate as nextTurn } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import type { AlertDefinition } from '@moneytrail/contract';
import { columnsFrom } from '@moneytrail/indicators';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeAlert } from '../../../../../../packages/alerts/src/testing/make-alert.ts';
import { makeInstrument } from '../../live/testing/make-instrument.ts';
import type { AlertRow } from '../alert-store.ts';
import { CLOSE_ALERTS, CLOSES_EVERY } from '../testing/close-alerts.ts';
import { makeAlertRow } from '../testing/make-alert-row.ts';
import type { Fired } from './bar-series.ts';
import { InstrumentAlerts, type InstrumentAlertsDeps } from './instrument-alerts.ts';
import type { AlertsState, Cursor } from './store-firings.ts';

const START = Date.UTC(2026, 0, 5, 10);
const instrument = makeInstrument({ id: 1 });

type Is = 'crosses' | 'crossesUp' | 'crossesDown';

function alertAt(id: number, is: Is, value: number, more: Partial<AlertDefinition> = {}): AlertRow {
  const conditions = [{ kind: 'price', is, value } as const];
  const symbol = instrument.ticker;
  const trigger = { kind: 'oncePerBar' } as const;
  const definition = makeAlert({ symbol, conditions, trigger, ...more });
  return makeAlertRow({ id, definition, activated_ms: START - HOUR_MS });
}

/** The price of every second, and bars of it. */
type Path = readonly number[];
/** The feed has final bars so long after their end; usually they are stored at the same moment. */
const FINAL_AFTER_MS = 5 * SECOND_MS;
const timeOf = (second: number) => START + second * SECOND_MS;

function barsOf(path: Path, minutes: number, untilMs: number) {
  const barSeconds = minutes * 60;
  const bars = [];
  for (let from = 0; timeOf(from + barSeconds) <= untilMs; from += barSeconds) {
    const prices = path.slice(from, from + barSeconds);
    const [open] = prices;
    const close = prices.at(-1);
    if (open === undefined || close === undefined) break;
    const [high, low] = [Math.max(...prices), Math.min(...prices)];
    bars.push({ time: timeOf(from), open, high, low, close, volume: 1 });
  }
  return columnsFrom(bars);
}

/** The state that outlives a process: alerts, firings by their identity, and the cursor. */
type Stored = { rows: Map<number, AlertRow>; fired: Map<string, Fired>; cursor: Cursor | null };

/** A few turns, so that reads and stores are through. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
}

/** Alerts at closes take a turn each when bars were read, and one more for each study. */
const TURNS_A_READ = 16;

/** Runs a process from one second to another; it ends without a word, before or after it has stored its cursor. */
async function runProcess(
  path: Path,
  stored: Stored,
  {
    from,
    to,
    isCursorStored,
    isDeaf,
    storedAfterMs,
    isOwner = () => true,
  }: {
    from: number;
    to: number;
    isCursorStored: boolean;
    isDeaf: (second: number) => boolean;
    storedAfterMs: number;
    /** Whether the process may store anything. */
    isOwner?: (second: number) => boolean;
  },
): Promise<void> {
  let nowMs = timeOf(from);
  let mayStore = true;
  let turns = 0;
  const sleepers: { untilMs: number; wake: () => void }[] = [];
  const open = () => {
    const opened = new InstrumentAlerts(deps, instrument, stored.cursor);
    for (const row of stored.rows.values()) opened.set(row);
    return opened;
  };
  const save = ({ cursor, memories }: AlertsState) => {
    for (const [id, { memory }] of memories) {
      const row = stored.rows.get(id);
      if (row) stored.rows.set(id, { ...row, memory });
    }
    if (cursor) stored.cursor = cursor;
  };
  const deps: InstrumentAlertsDeps = {
    clock: { now: () => nowMs },
    closedBars: async ({ resolution, asksFeed }) => {
      turns = TURNS_A_READ;
      // The feed is asked only for what its reader is slow to store, and for bars before the first one.
      if (storedAfterMs === FINAL_AFTER_MS && resolution === '1') expect(asksFeed).toBe(false);
      const storedMs = nowMs - (asksFeed ? FINAL_AFTER_MS : storedAfterMs);
      const barMs = Number(resolution) * MINUTE_MS;
      const columns = barsOf(path, Number(resolution), storedMs);
      return { columns, wholeUntilMs: START + Math.floor((storedMs - START) / barMs) * barMs };
    },
    isSimulated: true,
    sleep: (ms) =>
      new Promise((wake) => {
        sleepers.push({ untilMs: nowMs + ms, wake });
      }),
    log: { warn: (detail) => expect(detail).toBeNull() },
    store: async (fired, state) => {
      if (!mayStore) return false;
      for (const each of fired) {
        const name = `${each.row.id} ${each.occurrence.occurrence}`;
        if (!stored.fired.has(name)) stored.fired.set(name, each);
      }
      save(state);
      return true;
    },
  };
  let alerts = open();
  const flush = () => {
    const state = mayStore ? alerts.takeState() : null;
    if (!state) return;
    save(state);
    alerts.noteStored(state);
  };
  for (let second = from; second < to; second += 1) {
    nowMs = timeOf(second);
    mayStore = isOwner(second);
    if (alerts.isLost && mayStore) {
      await alerts.close();
      alerts = open();
    }
    for (const { untilMs, wake } of sleepers) if (nowMs >= untilMs) wake();
    if ((nowMs - storedAfterMs) % MINUTE_MS === 0) alerts.barsWritten('1');
    if (!isDeaf(second)) alerts.receive({ timeMs: nowMs, price: Number(path[second]) });
    await settle();
    alerts.sweep();
    await settle();
    for (; turns > 0; turns -= 1) await nextTurn();
    if (second % 7 === 0 || (second === to - 1 && isCursorStored)) flush();
  }
  // A process that ends waits for nothing and stores nothing more.
  mayStore = false;
  const closed = alerts.close();
  for (const { wake } of sleepers) wake();
  await closed;
}

const FIRST_CLOSE_ALERT = 100;

function addCloseAlerts(stored: Stored): void {
  for (const [index, { definition }] of CLOSE_ALERTS.entries()) {
    const id = FIRST_CLOSE_ALERT + index;
    stored.rows.set(
      id,
      alertAt(id, 'crosses', 0, { resolution: `${CLOSES_EVERY}`, ...definition }),
    );
  }
}

/** Expects from alerts at closes exactly the firings of one who reads all bars at once. */
function expectCloses(stored: Stored, path: Path): void {
  const barSeconds = CLOSES_EVERY * 60;
  // The last bar closes with the last second.
  const bars = barsOf(path, CLOSES_EVERY, timeOf(path.length) - 1);
  for (const [index, { firesAt }] of CLOSE_ALERTS.entries()) {
    const id = FIRST_CLOSE_ALERT + index;
    const fired = [...stored.fired.values()].filter(({ row }) => row.id === id);
    const placed = fired.map(({ occurrence: { barTime, timeMs } }) => {
      expect(timeMs - barTime).toBe(barSeconds * SECOND_MS);
      return (barTime - START) / (barSeconds * SECOND_MS);
    });
    expect([id, ...placed]).toEqual([id, ...firesAt(bars)]);
  }
}

const hourOf = (second: number) => Math.floor(second / 3_600);

/** The seconds at which a series crosses a value, read price by price, each with the second of the price before. */
function crossings(path: Path, is: Is, value: number, isKnown = (_second: number) => true) {
  const found: { from: number; to: number }[] = [];
  let from: number | undefined;
  for (const [to, now] of path.entries()) {
    if (!isKnown(to)) continue;
    const before = from === undefined ? value : Number(path[from]);
    const up = before < value && now >= value;
    const down = before > value && now <= value;
    if (from !== undefined && ((is !== 'crossesDown' && up) || (is !== 'crossesUp' && down))) {
      found.push({ from, to });
    }
    from = to;
  }
  return found;
}

const hoursOf = (stored: Stored, id: number) =>
  [...stored.fired.values()]
    .filter(({ row }) => row.id === id)
    .map(({ occurrence }) => (occurrence.barTime - START) / HOUR_MS)
    .sort((a, b) => a - b);

test('a feed’s silence fires once, after its minutes, and not for a process that stood still or came anew', async () => {
  const stored: Stored = { rows: new Map(), fired: new Map(), cursor: null };
  const trigger = { kind: 'atMostEvery', minutes: 1 } as const;
  const conditions = [{ kind: 'silence', minutes: 2 } as const];
  const definition = makeAlert({ resolution: '60', conditions, trigger });
  stored.rows.set(1, makeAlertRow({ id: 1, definition, activated_ms: START }));
  const path = Array.from({ length: 1_200 }, () => 100);
  const process = { isCursorStored: true, storedAfterMs: FINAL_AFTER_MS };
  const isDeaf = (second: number) => second > 100 && second < 600;
  const firedAt = () =>
    [...stored.fired.values()].map(({ occurrence }) => (occurrence.timeMs - START) / SECOND_MS);
  await runProcess(path, stored, { ...process, from: 0, to: 180, isDeaf });
  await runProcess(path, stored, { ...process, from: 200, to: 300, isDeaf });
  expect(firedAt()).toEqual([]);
  await runProcess(path, stored, { ...process, from: 300, to: 500, isDeaf });
  expect(firedAt()).toEqual([420]);
  await runProcess(path, stored, { ...process, from: 500, to: 900, isDeaf });
  await runProcess(path, stored, { ...process, from: 900, to: 1_200, isDeaf: () => true });
  expect(firedAt()).toEqual([420, 1_020]);
});

test('a firing before the first price says nothing of how far prices were watched', async () => {
  const stored: Stored = { rows: new Map(), fired: new Map(), cursor: null };
  const definition = makeAlert({ resolution: '60', conditions: [{ kind: 'silence', minutes: 2 }] });
  stored.rows.set(1, makeAlertRow({ id: 1, definition, activated_ms: START }));
  const path = Array.from({ length: 300 }, () => 100);
  const deaf = { isCursorStored: true, storedAfterMs: FINAL_AFTER_MS, isDeaf: () => true };
  await runProcess(path, stored, { ...deaf, from: 0, to: 200 });
  expect(stored.fired.size).toBe(1);
  expect(stored.cursor).toBeNull();
});

test('whatever processes end and ticks are missed, an alert misses nothing that is known, and nothing false fires', async () => {
  const seconds = 2 * 3_600 + 600;
  const outage = fc.record({
    at: fc.nat(seconds - 700),
    length: fc.nat(500),
    isKill: fc.boolean(),
    isCursorStored: fc.boolean(),
  });
  const walk = fc.infiniteStream(fc.constantFrom(-2, -1, 0, 0, 0, 0, 1, 2));
  const delay = fc.constantFrom(FINAL_AFTER_MS, FINAL_AFTER_MS, 25 * SECOND_MS);
  await fc.assert(
    fc.asyncProperty(
      walk,
      fc.array(outage, { maxLength: 5 }),
      delay,
      async (steps, outages, storedAfterMs) => {
        let price = 100;
        const path = [...steps.take(seconds)].map((step) => {
          price = Math.max(50, price + step);
          return price;
        });
        const stored: Stored = { rows: new Map(), fired: new Map(), cursor: null };
        for (const value of [97, 103, 110]) {
          for (const is of ['crosses', 'crossesUp', 'crossesDown'] as const) {
            const id = stored.rows.size;
            stored.rows.set(id, alertAt(id, is, value));
          }
        }
        addCloseAlerts(stored);
        const sorted = outages.toSorted((a, b) => a.at - b.at);
        const isMissed = (second: number) =>
          sorted.some(({ at, length }) => second >= at && second < at + length);
        let from = 0;
        for (const { at, length, isKill, isCursorStored } of sorted) {
          if (!isKill || at <= from) continue;
          await runProcess(path, stored, {
            from,
            to: at,
            isCursorStored,
            isDeaf: isMissed,
            storedAfterMs,
          });
          from = at + length;
        }
        await runProcess(path, stored, {
          from,
          to: seconds,
          isCursorStored: true,
          isDeaf: isMissed,
          storedAfterMs,
        });
        // Before a first price, no process knows from when on it watches.
        if (!isMissed(0)) expectCloses(stored, path);
        // Only the closes of missed minutes are certain; the last minutes have not closed.
        const firstTick = path.findIndex((_price, second) => !isMissed(second));
        const isKnown = (second: number) =>
          second >= firstTick &&
          second < seconds - 180 &&
          (!isMissed(second) || second % 60 === 59);
        for (const { id, definition } of stored.rows.values()) {
          const [condition] = definition.conditions;
          if (id >= FIRST_CLOSE_ALERT || condition?.kind !== 'price') continue;
          const is = condition.is as Is;
          const fired = hoursOf(stored, id);
          // A pause of up to twenty seconds is not looked into: a crossing in it counts for the tick after it.
          const possible = crossings(path, is, condition.value).flatMap(({ to }) => [
            hourOf(to),
            hourOf(to + 21),
          ]);
          expect(possible).toEqual(expect.arrayContaining(fired));
          // Between prices of two hours it is not certain in which of them the price crossed.
          const certain = crossings(path, is, condition.value, isKnown).flatMap(({ from, to }) =>
            hourOf(from) === hourOf(to) ? hourOf(to) : [],
          );
          expect(fired).toEqual(expect.arrayContaining(certain));
        }
      },
    ),
    { numRuns: process.env.TEST_LONG === 'true' ? 200 : 12 },
  );
});

test('conditions that happened one after the other fire whatever processes end and leases lapse meanwhile', async () => {
  const seconds = 2 * 3_600 + 900;
  const minute = 60;
  const outage = fc.record({
    at: fc.nat(seconds - 900),
    length: fc.nat(300),
    kind: fc.constantFrom('kill', 'killUnstored', 'deaf', 'lapse'),
  });
  // The price rises and falls for minutes, at any second.
  const levels = (late: number): [second: number, price: number][] => [
    ...[0, 3_600].flatMap((hour): [number, number][] => [
      [hour, 100],
      [hour + 10 * minute + late, 105],
      [hour + 20 * minute + late, 100],
      [hour + 30 * minute + late, 95],
      [hour + 40 * minute + late, 100],
    ]),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.nat(120),
      fc.array(outage, { minLength: 1, maxLength: 6 }),
      async (late, outages) => {
        const moves = levels(late);
        const path = Array.from({ length: seconds }, (_, second) =>
          Number(moves.findLast(([at]) => at <= second)?.[1]),
        );
        const conditions = [
          { kind: 'price', is: 'crossesUp', value: 103 } as const,
          { kind: 'price', is: 'crossesDown', value: 97 } as const,
        ];
        const stored: Stored = { rows: new Map(), fired: new Map(), cursor: null };
        stored.rows.set(
          1,
          alertAt(1, 'crosses', 0, { conditions, joined: { kind: 'then', bars: 1 } }),
        );
        stored.rows.set(2, alertAt(2, 'crosses', 0, { conditions, joined: { kind: 'and' } }));
        // An alert that fired with the first condition would store the memories of the others.
        stored.rows.set(3, alertAt(3, 'crossesDown', 97));
        addCloseAlerts(stored);
        const isWithin = (kind: string) => (second: number) =>
          outages.some((each) => {
            const isMeant = each.kind.startsWith(kind);
            return isMeant && second >= each.at && second < each.at + each.length;
          });
        const [isDeaf, hasLapsed] = [isWithin('deaf'), isWithin('lapse')];
        const isOwner = (second: number) => !hasLapsed(second);
        const more = { isDeaf, isOwner, storedAfterMs: FINAL_AFTER_MS };
        let from = 0;
        for (const { at, length, kind } of outages.toSorted((a, b) => a.at - b.at)) {
          if (!kind.startsWith('kill') || at <= from) continue;
          const isCursorStored = kind === 'kill' && !hasLapsed(at - 1);
          await runProcess(path, stored, { ...more, from, to: at, isCursorStored });
          from = at + length;
        }
        await runProcess(path, stored, { ...more, from, to: seconds, isCursorStored: true });
        for (const id of [1, 2, 3]) expect([id, ...hoursOf(stored, id)]).toEqual([id, 0, 1]);
        if (!isDeaf(0) && isOwner(0)) expectCloses(stored, path);
      },
    ),
    { numRuns: process.env.TEST_LONG === 'true' ? 300 : 20 },
  );
});

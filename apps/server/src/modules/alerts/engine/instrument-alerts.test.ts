import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import type { AlertDefinition } from '@moneytrail/contract';
import { columnsFrom } from '@moneytrail/indicators';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeAlert } from '../../../../../../packages/alerts/src/testing/make-alert.ts';
import { makeInstrument } from '../../live/testing/make-instrument.ts';
import type { AlertRow } from '../alert-store.ts';
import { makeAlertRow } from '../testing/make-alert-row.ts';
import type { Fired } from './bar-series.ts';
import { InstrumentAlerts } from './instrument-alerts.ts';
import type { Cursor } from './store-firings.ts';

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
  }: {
    from: number;
    to: number;
    isCursorStored: boolean;
    isDeaf: (second: number) => boolean;
    storedAfterMs: number;
  },
): Promise<void> {
  let nowMs = timeOf(from);
  const sleepers: { untilMs: number; wake: () => void }[] = [];
  const alerts = new InstrumentAlerts(
    {
      clock: { now: () => nowMs },
      closedBars: async ({ resolution, asksFeed }) => {
        // The feed is asked only for what its reader is slow to store.
        if (storedAfterMs === FINAL_AFTER_MS) expect(asksFeed).toBe(false);
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
      store: async (fired, cursor, memories) => {
        for (const each of fired) {
          const name = `${each.row.id} ${each.occurrence.occurrence}`;
          if (!stored.fired.has(name)) stored.fired.set(name, each);
        }
        for (const [id, { memory }] of memories) {
          const row = stored.rows.get(id);
          if (row) stored.rows.set(id, { ...row, memory });
        }
        stored.cursor = cursor;
      },
    },
    instrument,
    stored.cursor,
  );
  for (const row of stored.rows.values()) alerts.set(row);
  for (let second = from; second < to; second += 1) {
    nowMs = timeOf(second);
    for (const { untilMs, wake } of sleepers) if (nowMs >= untilMs) wake();
    if ((nowMs - storedAfterMs) % MINUTE_MS === 0) alerts.barsWritten('1');
    if (!isDeaf(second)) alerts.receive({ timeMs: nowMs, price: Number(path[second]) });
    await settle();
    alerts.sweep();
    await settle();
    if (second % 7 === 0 || (second === to - 1 && isCursorStored)) {
      const cursor = alerts.takeCursor();
      if (cursor) stored.cursor = cursor;
    }
  }
  // A process that ends waits for nothing.
  const closed = alerts.close();
  for (const { wake } of sleepers) wake();
  await closed;
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
        // Only the closes of missed minutes are certain; the last minutes have not closed.
        const firstTick = path.findIndex((_price, second) => !isMissed(second));
        const isKnown = (second: number) =>
          second >= firstTick &&
          second < seconds - 180 &&
          (!isMissed(second) || second % 60 === 59);
        for (const { id, definition } of stored.rows.values()) {
          const [condition] = definition.conditions;
          if (condition?.kind !== 'price') continue;
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

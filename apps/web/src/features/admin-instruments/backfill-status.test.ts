import type { BackfillStatus } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { backfillFacts, backfillText, backfillWord } from './backfill-status.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const STATUS: BackfillStatus = {
  symbol: 'BTCUSD',
  exchange: 'FMP',
  status: 'NA',
  isQueued: false,
  isCancellable: false,
  runningSince: null,
  lastRun: null,
  lastSynced: null,
  backfillEnd: null,
  isSyncedToday: true,
  isRecentlyRun: false,
  done: 0,
  total: null,
  barsRead: 0,
  barsPerMinute: null,
  secondsLeft: null,
  error: null,
  nextTryAt: null,
  range: [
    { resolution: '1', from: '2026-10-23' },
    { resolution: '15', from: '2026-01-01' },
    { resolution: '60', from: '2024-01-01' },
    { resolution: '1D', from: null },
  ],
};
const RUNNING: BackfillStatus = {
  ...STATUS,
  status: 'running',
  runningSince: '2026-11-22T11:55:30Z',
  lastRun: '2026-11-21T11:00:00Z',
  lastSynced: '2026-10-01T00:00:00Z',
};
const names = (status: BackfillStatus) => backfillFacts(status, NOW).map(({ name }) => name);
const factOf = (status: BackfillStatus, name: string) =>
  backfillFacts(status, NOW).find((fact) => fact.name === name)?.value;

test('a running backfill shows its minutes, or X if unknown', () => {
  expect(backfillText(RUNNING, NOW)).toBe('Running since 4 min');
  expect(backfillText({ ...RUNNING, runningSince: null }, NOW)).toBe('Running since X min');
});

test('a running backfill shows its start and progress, a finished one its last run and end', () => {
  expect(names(RUNNING)).toEqual([
    ...['Running since', 'Last execution', 'Currently Around', 'Parts read', 'Bars read'],
    'Range',
  ]);
  const ended = { ...RUNNING, status: 'completed', backfillEnd: '2026-11-22T11:00:00Z' } as const;
  expect(names(ended)).toEqual(['Last run', 'Latest backfill end', 'Range']);
  expect(names(STATUS)).toEqual(['NA', 'Range']);
  expect(factOf(STATUS, 'NA')).toBe('Not available: no backfill has run yet.');
  expect(factOf(ended, 'Range')).toMatch(
    /^1m from .*2026, 15m from .*2026, 1h from .*2024, 1D the whole history\. Older bars are read/,
  );
});

test('progress includes rate and remaining time if known', () => {
  const status = { ...RUNNING, done: 3, total: 12, barsRead: 123_456, barsPerMinute: 61_728.4 };
  expect(factOf(status, 'Parts read')).toBe('3 of 12');
  expect(factOf(status, 'Bars read')).toBe('123,456, 61,728 a minute');
  expect(factOf({ ...status, secondsLeft: 540 }, 'Time left')).toBe('about 9 min');
});

test('a delayed backfill shows until when and why', () => {
  const putOff = { ...STATUS, status: 'idle', isQueued: true, error: 'FMP failed' } as const;
  const soon = { ...putOff, nextTryAt: '2026-11-22T12:40:00Z' };
  expect(backfillText(soon, NOW)).toMatch(/^Delayed until \d\d:40$/);
  expect(backfillText({ ...putOff, nextTryAt: '2026-11-24T12:40:00Z' }, NOW)).toMatch(
    /2026, \d\d:40/,
  );
  expect(names(soon)).toEqual(['Last failure', 'Next attempt', 'Range']);
  expect(backfillWord(soon)).toBe('delayed');
});

test('a run that waits for its turn and a cancelled one do not read idle', () => {
  const idle = { ...STATUS, status: 'idle' } as const;
  expect(backfillWord({ ...idle, isQueued: true })).toBe('queued');
  expect(backfillWord(idle)).toBe('cancelled');
  expect([backfillWord(RUNNING), backfillWord(undefined)]).toEqual(['running', 'NA']);
});

test('a row shows the last run, the wait, or nothing', () => {
  expect(backfillText({ ...STATUS, lastRun: '2026-11-22T11:48:00Z' }, NOW)).toBe(
    'Last run 12 min ago',
  );
  expect(backfillText({ ...STATUS, status: 'idle', isQueued: true }, NOW)).toBe('Queued');
  expect(backfillText(STATUS, NOW)).toBeNull();
});

import { MARKET_HOURS, SECOND_MS } from '@moneytrail/calendar';
import { describe, expect, it } from 'vitest';
import { type FeedFacts, feedStatusOf, statusReason } from './feed-status.ts';

const WEDNESDAY_NOON = Date.UTC(2026, 10, 18, 17);
const SATURDAY = Date.UTC(2026, 10, 21, 17);

function facts(changes: Partial<FeedFacts> = {}): FeedFacts {
  return {
    isFromFiles: false,
    isExchangeOffline: false,
    stream: { kind: 'open', sinceMs: WEDNESDAY_NOON - 3_600 * SECOND_MS },
    isUnread: false,
    load: { kind: 'idle' },
    openedAtMs: WEDNESDAY_NOON - 3_600 * SECOND_MS,
    lastTickMs: WEDNESDAY_NOON - SECOND_MS,
    hours: MARKET_HOURS['us-stocks'],
    resolution: '1',
    nowMs: WEDNESDAY_NOON,
    ...changes,
  };
}

describe('the status of a feed', () => {
  it('is live while prices come in an open session', () => {
    expect(feedStatusOf(facts())).toBe('live');
  });

  it('of files is neither live nor late', () => {
    expect(feedStatusOf(facts({ isFromFiles: true }))).toBe('file');
    expect(feedStatusOf(facts({ isFromFiles: true, lastTickMs: null }))).toBe('file');
  });

  it('is late after two bars without a price, not earlier', () => {
    const after = (seconds: number) =>
      feedStatusOf(facts({ nowMs: WEDNESDAY_NOON - SECOND_MS + seconds * SECOND_MS }));
    expect(after(120)).toBe('live');
    expect(after(121)).toBe('late');
  });

  it('allows a stream that has just opened time for its first price', () => {
    const stream = { kind: 'open', sinceMs: WEDNESDAY_NOON - 5 * SECOND_MS } as const;
    expect(feedStatusOf(facts({ stream, lastTickMs: null }))).toBe('live');
  });

  it('allows a chart that has just opened time for its first price, however long the stream has been open', () => {
    const opened = { openedAtMs: WEDNESDAY_NOON, lastTickMs: null };
    const after = (seconds: number) =>
      feedStatusOf(facts({ ...opened, nowMs: WEDNESDAY_NOON + seconds * SECOND_MS }));
    expect(after(1)).toBe('live');
    expect(after(120)).toBe('live');
    expect(after(121)).toBe('late');
  });

  it('is closed over a weekend and never late', () => {
    expect(feedStatusOf(facts({ nowMs: SATURDAY, resolution: '1D' }))).toBe('closed');
    expect(feedStatusOf(facts({ nowMs: SATURDAY }))).toBe('closed');
  });

  it('says that it polls while the stream is down', () => {
    expect(feedStatusOf(facts({ stream: { kind: 'down' } }))).toBe('polling');
    expect(feedStatusOf(facts({ stream: { kind: 'connecting' } }))).toBe('polling');
  });

  it('names the reason where the server has put the stream off', () => {
    const held = { kind: 'down', isHeld: true } as const;
    expect(statusReason('polling', held)).toContain('changed too often');
    expect(statusReason('polling', { kind: 'down' })).not.toContain('too often');
    expect(statusReason('closed', held)).toBe('The market is closed.');
  });

  it('is not live until the bars of an outage have been read', () => {
    expect(feedStatusOf(facts({ isUnread: true }))).toBe('polling');
  });

  it('is not live while the newest bars are missing, even if a price has come', () => {
    const load = (ageMs: number, hasBars: boolean, isRetry = false) =>
      ({ kind: 'first', startedAtMs: WEDNESDAY_NOON - ageMs, hasBars, isRetry }) as const;
    expect(feedStatusOf(facts({ load: load(900, false) }))).toBe('live');
    expect(feedStatusOf(facts({ load: load(1_100, false) }))).toBe('polling');
    expect(feedStatusOf(facts({ load: load(1_100, true) }))).toBe('polling');
    expect(feedStatusOf(facts({ load: load(100, true, true) }))).toBe('polling');
    const failed = { kind: 'failed', message: '', hasBars: true, cause: null } as const;
    expect(feedStatusOf(facts({ load: { ...failed, part: 'first' } }))).toBe('polling');
    expect(feedStatusOf(facts({ load: { ...failed, part: 'older' } }))).toBe('live');
    expect(feedStatusOf(facts({ load: { kind: 'older' } }))).toBe('live');
  });

  it('is offline whatever else applies', () => {
    expect(feedStatusOf(facts({ isExchangeOffline: true, nowMs: SATURDAY }))).toBe('offline');
  });
});

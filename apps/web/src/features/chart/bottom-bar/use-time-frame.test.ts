import { DAY_MS, MARKET_HOURS, RESOLUTIONS } from '@moneytrail/calendar';
import { expect, it } from 'vitest';
import { isSuperseded, offeredTimeFrames, spanOf } from './use-time-frame.ts';

it('offers the seven time ranges with their intervals', () => {
  const frames = offeredTimeFrames(RESOLUTIONS);
  expect(frames.map(({ label, resolution }) => `${label}/${resolution}`)).toEqual([
    '5y/1W',
    '1y/1W',
    '6m/120',
    '3m/60',
    '1m/30',
    '5d/5',
    '1d/1',
  ]);
});

it('hides a time range whose interval the instrument does not offer', () => {
  const offered = RESOLUTIONS.filter((resolution) => !['120', '1'].includes(resolution));
  expect(offeredTimeFrames(offered).map(({ label }) => label)).toEqual([
    '5y',
    '1y',
    '3m',
    '1m',
    '5d',
  ]);
});

it('shows all of a history that is shorter than the range, and no range of which it has less', () => {
  const labels = (historyDays: number | null) =>
    offeredTimeFrames(RESOLUTIONS, (resolution) =>
      historyDays === null || resolution !== '1W' ? null : historyDays * DAY_MS,
    ).map(({ label }) => label);
  expect(labels(985)).toEqual(['All', '1y', '6m', '3m', '1m', '5d', '1d']);
  expect(labels(300)).toEqual(['All', '6m', '3m', '1m', '5d', '1d']);
  expect(labels(5_000)).toEqual(labels(null));
  const [all] = offeredTimeFrames(RESOLUTIONS, () => 985 * DAY_MS);
  expect(all).toMatchObject({ resolution: '1W', spanMs: 985 * DAY_MS, standsFor: ['5y'] });
});

it('shows all of a young instrument in the interval of the shortest range that holds it', () => {
  const frames = offeredTimeFrames(RESOLUTIONS, () => 60 * DAY_MS);
  expect(frames.map(({ label, resolution }) => `${label}/${resolution}`)).toEqual([
    'All/60',
    '1m/30',
    '5d/5',
    '1d/1',
  ]);
});

const frames = offeredTimeFrames(['1W', '1']);
const frameOf = (label: string) => {
  const frame = frames.find((one) => one.label === label);
  if (!frame) throw new Error(`There is no ${label}.`);
  return frame;
};
const wanted = { frame: frameOf('5y'), ticker: 'FMP:AAPL', askedAt: '1D' } as const;

it('a time range waits for its interval, and is dropped if another interval or symbol is chosen', () => {
  expect(isSuperseded(wanted, { ticker: 'FMP:AAPL', resolution: '1D' })).toBe(false);
  expect(isSuperseded(wanted, { ticker: 'FMP:AAPL', resolution: '1W' })).toBe(false);
  expect(isSuperseded(wanted, { ticker: 'FMP:AAPL', resolution: '60' })).toBe(true);
  expect(isSuperseded(wanted, { ticker: 'FMP:TSLA', resolution: '1W' })).toBe(true);
});

it('a time range ends at the present', () => {
  const nowMs = Date.UTC(2026, 10, 20, 15);
  const span = spanOf(frameOf('1y'), MARKET_HOURS['us-stocks'], nowMs);
  expect(span).toEqual({ fromMs: nowMs - 365 * DAY_MS, toMs: nowMs });
});

it('one day is the last session, or 24 hours in markets that never close', () => {
  const saturday = Date.UTC(2026, 10, 21, 15);
  const friday = { fromMs: Date.UTC(2026, 10, 20, 14, 30), toMs: Date.UTC(2026, 10, 20, 21) };
  const day = frameOf('1d');
  expect(spanOf(day, MARKET_HOURS['us-stocks'], saturday)).toEqual(friday);
  const beforeOpen = Date.UTC(2026, 10, 20, 9);
  expect(spanOf(day, MARKET_HOURS['us-stocks'], beforeOpen).toMs).toBe(Date.UTC(2026, 10, 19, 21));
  const during = Date.UTC(2026, 10, 20, 16);
  expect(spanOf(day, MARKET_HOURS['us-stocks'], during)).toEqual({ ...friday, toMs: during });
  expect(spanOf(day, MARKET_HOURS.crypto, saturday).fromMs).toBe(saturday - DAY_MS);
});

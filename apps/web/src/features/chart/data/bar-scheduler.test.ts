import { DAY_MS, isTradingDay, MARKET_HOURS } from '@moneytrail/calendar';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../lib/testing/fake-clock.ts';
import { LONGEST_SLEEP_MS, nextBarCloseMs, schedulePolls } from './bar-scheduler.ts';

const START = Date.UTC(2026, 10, 2, 6, 30);
const { crypto, forex, safex } = MARKET_HOURS;
const usStocks = MARKET_HOURS['us-stocks'];

async function pollsIn(days: number, ...[hours, resolution]: Parameters<typeof setting>) {
  const clock = createFakeClock(START);
  const times: number[] = [];
  const deps = { clock, random: () => 0.5 };
  const stop = schedulePolls(deps, setting(hours, resolution), () => times.push(clock.now()));
  await clock.advance(days * DAY_MS);
  stop();
  return { times, clock };
}

function setting(
  hours: Parameters<typeof schedulePolls>[1]['hours'],
  resolution: Parameters<typeof schedulePolls>[1]['resolution'],
) {
  return { hours, resolution };
}

describe('the scheduler of polls', () => {
  it('polls once for each closed month in 60 days and never sleeps longer than an hour', async () => {
    const { times, clock } = await pollsIn(60, crypto, '1M');
    expect(times).toEqual([Date.UTC(2026, 11, 1, 0, 0, 15), Date.UTC(2027, 0, 1, 0, 0, 15)]);
    expect(clock.longestWaitMs()).toBeLessThanOrEqual(LONGEST_SLEEP_MS);
  });

  it('polls once a week at the end of the forex week', async () => {
    const { times } = await pollsIn(60, forex, '1W');
    expect(times).toHaveLength(8);
    expect(new Set(times.map((time) => new Date(time).getUTCDay()))).toEqual(new Set([5]));
  });

  it('polls once for every trading day and never on a holiday or weekend', async () => {
    const { times } = await pollsIn(60, usStocks, '1D');
    const tradingDays = Array.from(
      { length: 60 },
      (_, day) => Date.UTC(2026, 10, 2) + day * DAY_MS,
    ).filter((dayMs) => isTradingDay(usStocks, dayMs));
    expect(times).toHaveLength(tradingDays.length);
  });

  it('polls three times a morning for hours of a market that closes at 12:01', async () => {
    const { times } = await pollsIn(1, safex, '60');
    expect(times.map((time) => new Date(time).toISOString().slice(11, 19))).toEqual([
      '08:00:15',
      '09:00:15',
      '10:01:15',
    ]);
  });

  it('polls once a minute for minutes', async () => {
    const { times } = await pollsIn(1 / 24, crypto, '1');
    expect(times).toHaveLength(59);
    expect(times[0]).toBe(START + 75_000);
  });

  it('spreads callers over six seconds', () => {
    const due = [0, 0.999].map((value) => {
      const clock = createFakeClock(START);
      schedulePolls({ clock, random: () => value }, setting(crypto, '1'), () => {});
      return clock.longestWaitMs();
    });
    expect(due[0]).toBe(72_000);
    expect(due[1]).toBeGreaterThan(77_900);
  });

  it('stops when it is told to', async () => {
    const clock = createFakeClock(START);
    let polls = 0;
    const stop = schedulePolls({ clock, random: () => 0.5 }, setting(crypto, '1'), () => {
      polls += 1;
    });
    stop();
    await clock.advance(DAY_MS);
    expect(polls).toBe(0);
  });
});

describe('the next close', () => {
  it('skips the weekend of a market that rests', () => {
    const saturday = Date.UTC(2026, 10, 21, 12);
    expect(nextBarCloseMs(usStocks, '1D', saturday)).toBe(Date.UTC(2026, 10, 23, 21));
  });
});

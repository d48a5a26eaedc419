import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { barsOf } from './daily-bars.ts';
import { BITCOIN, GOLD } from './figure-data.ts';

const PRICES = new URL('../../../../../packages/simulators/prices/', import.meta.url);
const DAY_SECONDS = 86_400;
/** Rows start at midnight of their source; eight hours later is their trading date in UTC. */
const TO_DATE_SECONDS = 8 * 3_600;

/** Rows of a price file, by the ms of their date. */
function realBars(name: string): Map<number, number[]> {
  const [, ...rows] = readFileSync(new URL(name, PRICES), 'utf8').trim().split('\n');
  return new Map(
    rows.map((row) => {
      const [seconds = 0, ...prices] = row.split(',').map(Number);
      const day = Math.floor((seconds + TO_DATE_SECONDS) / DAY_SECONDS);
      return [day * DAY_SECONDS * 1_000, prices];
    }),
  );
}

describe.each([
  { data: GOLD, file: 'xauusd_d1_2012_2022.csv', last: '2020-01-17' },
  { data: BITCOIN, file: 'btcusd_kline_1d_2018_2020.csv', last: '2020-10-10' },
])('the bars of figures of $data.name', ({ data, file, last }) => {
  it('are all real', async () => {
    const bars = barsOf(await data.load());
    const real = realBars(file);
    expect(bars).toHaveLength(400);
    for (const { time, open, high, low, close, volume } of bars) {
      expect(real.get(time)).toEqual([open, high, low, close, volume]);
    }
  });

  it('ascend to the day that the caption names', async () => {
    const times = barsOf(await data.load()).map(({ time }) => time);
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
    expect(times.at(-1)).toBe(Date.parse(last));
    const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
    expect(data.period).toContain(words.format(times[0]));
    expect(data.period).toContain(words.format(times.at(-1)));
  });
});

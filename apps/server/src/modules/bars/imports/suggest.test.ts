import {
  DAY_MS,
  isMarketOpen,
  isTradingDay,
  MARKET_HOURS,
  type MarketHoursId,
  type Resolution,
  resolutionMs,
} from '@moneytrail/calendar';
import { describe, expect, test } from 'vitest';
import { suggestInstrument } from './suggest.ts';

const START = Date.UTC(2025, 2, 3);

/** The bars of a market over some days. */
function barsOf(id: MarketHoursId, resolution: Resolution, days: number): Float64Array {
  const hours = MARKET_HOURS[id];
  const step = resolutionMs(resolution);
  const times: number[] = [];
  for (let time = START; time < START + days * DAY_MS; time += step) {
    if (resolution === '1D' ? isTradingDay(hours, time) : isMarketOpen(hours, time))
      times.push(time);
  }
  return Float64Array.from(times);
}

type Case = {
  market: MarketHoursId;
  resolution?: Resolution;
  days?: number;
  names?: string[];
  zone?: string;
};
const suggest = ({ market, resolution = '15', days = 21, names = ['bars'], zone }: Case) =>
  suggestInstrument({
    times: barsOf(market, resolution, days),
    resolution,
    names,
    zone: zone ?? null,
  });

describe('the bars of a file', () => {
  test.each<[MarketHoursId, string]>([
    ['crypto', 'crypto'],
    ['forex', 'forex'],
    ['metals', 'commodity'],
    ['us-stocks', 'stock'],
    ['xtks', 'stock'],
    ['xnse', 'stock'],
  ])('of %s suggest its hours, whatever the file is called', (market, type) => {
    expect(suggest({ market })).toMatchObject({ type, marketHours: market });
  });

  test('of hours that several exchanges share suggest the one that the name or the zone tells', () => {
    expect(suggest({ market: 'xpar', names: ['AIR.PA'] })).toMatchObject({ marketHours: 'xpar' });
    expect(suggest({ market: 'xpar', zone: 'Europe/Madrid' })).toMatchObject({
      marketHours: 'xmad',
      reason: expect.stringContaining('0900-1730'),
    });
  });

  test('of weekends outweigh a name, and closed weekends a coin', () => {
    expect(suggest({ market: 'crypto', names: ['GOLD'] })).toMatchObject({ type: 'crypto' });
    expect(suggest({ market: 'forex', names: ['BTCUSD'] })).toMatchObject({ type: 'forex' });
  });

  test('of a year of days suggest New York by its holidays', () => {
    const days = { resolution: '1D', days: 400 } as const;
    expect(suggest({ market: 'us-stocks', ...days })).toMatchObject({ marketHours: 'us-stocks' });
    expect(suggest({ market: 'crypto', ...days })).toMatchObject({ marketHours: 'crypto' });
    expect(suggest({ market: 'forex', ...days })).toBeNull();
    expect(suggest({ market: 'xlon', ...days, names: ['VOD.L'] })).toMatchObject({
      marketHours: 'xlon',
    });
  });
});

test.each<[string, MarketHoursId | null, string?]>([
  ['EURUSD', 'forex', 'forex'],
  ['eur_usd_2024', 'forex', 'forex'],
  ['XAUUSD', 'metals', 'commodity'],
  ['Gold daily', 'metals', 'commodity'],
  ['BTCUSDT', 'crypto', 'crypto'],
  ['AAPL.US', 'us-stocks', 'stock'],
  ['NASDAQ_MSFT', 'us-stocks', 'stock'],
  ['xetr-sap', 'xetr', 'stock'],
  ['GOLDMAN', null],
  ['prices.v2', null],
])('a few bars named %s suggest %s', (name, marketHours, type) => {
  const found = suggest({ market: 'us-stocks', resolution: '1D', days: 3, names: [name] });
  expect(found).toEqual(marketHours && { type, marketHours, reason: 'its name says so' });
});

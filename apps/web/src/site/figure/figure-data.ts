import type { MarketHoursId } from '@moneytrail/calendar';
import type { DailyBars } from './daily-bars.ts';

/** Bars of a figure, with texts for its caption. */
export type FigureData = {
  code: string;
  name: string;
  /** Instrument and period, for the caption. */
  period: string;
  source: { label: string; address: string; licence: string };
  hours: MarketHoursId;
  load: () => Promise<DailyBars>;
};

const APACHE = 'Apache License 2.0';

export const GOLD: FigureData = {
  code: 'XAUUSD',
  name: 'Gold in US dollars',
  period: '400 daily bars, 2 July 2018 to 17 January 2020; volume counts price changes',
  source: {
    label: 'ejtraderLabs/historical-data',
    address: 'https://github.com/ejtraderLabs/historical-data',
    licence: APACHE,
  },
  hours: 'metals',
  load: async () => (await import('./bars/gold-daily.json')).default,
};

export const BITCOIN: FigureData = {
  code: 'BTCUSD',
  name: 'Bitcoin in US dollars',
  period:
    '400 daily bars, 7 September 2019 to 10 October 2020, each of a day in UTC+8; the source names neither symbol nor venue, and that it is BTCUSD is inferred from levels and hours',
  source: {
    label: 'klinecharts/KLineChart',
    address: 'https://github.com/klinecharts/KLineChart',
    licence: APACHE,
  },
  hours: 'crypto',
  load: async () => (await import('./bars/bitcoin-daily.json')).default,
};

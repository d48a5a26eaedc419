/** Stock exchanges outside the United States by ISO 10383 market identifier code. */
const STOCK_EXCHANGE_IDS = [
  'xams',
  'xasx',
  'xbru',
  'xcse',
  'xdub',
  'xetr',
  'xhel',
  'xhkg',
  'xjse',
  'xkrx',
  'xlis',
  'xlon',
  'xmad',
  'xmil',
  'xnse',
  'xnze',
  'xosl',
  'xpar',
  'xses',
  'xshg',
  'xsto',
  'xswx',
  'xtai',
  'xtks',
  'xtse',
  'xwar',
  'xwbo',
] as const;
export type StockExchangeId = (typeof STOCK_EXCHANGE_IDS)[number];

/** The ids of all markets, apart from their hours, which a page that only checks ids does not load. */
export const MARKET_HOURS_IDS = [
  'crypto',
  'forex',
  'metals',
  'us-stocks',
  'safex',
  ...STOCK_EXCHANGE_IDS,
] as const;
export type MarketHoursId = (typeof MARKET_HOURS_IDS)[number];

import type { StockExchangeId } from './market-hours-ids.ts';

/**
 * Time zones and trading hours of stock exchanges: a full day on the exchange's wall clock, in two parts if it has a
 * midday break. Sources: each exchange's own page, checked against github.com/gerrymanoim/exchange_calendars (July
 * 2026). The hours cover continuous trading, with the closing auction if it falls within them (Johannesburg, Tokyo).
 * Today's hours also stand for the past, although some were shorter (Tokyo closed at 15:00 until 1 November 2024,
 * Singapore had no break from 2011 to 2017).
 */
export const EXCHANGE_HOURS: Readonly<
  Record<StockExchangeId, readonly [zone: string, session: string]>
> = {
  /** Johannesburg: jse.co.za, trading sessions of the equity market. */
  xjse: ['Africa/Johannesburg', '0900-1700'],
  /** London: londonstockexchange.com, business hours. */
  xlon: ['Europe/London', '0800-1630'],
  /** Xetra: cash.exchange.deutsche-boerse.com, trading hours. */
  xetr: ['Europe/Berlin', '0900-1730'],
  /** Euronext's Paris, Amsterdam, Brussels, Lisbon, Milan, Dublin, Oslo: euronext.com, trading hours and holidays. */
  xpar: ['Europe/Paris', '0900-1730'],
  xams: ['Europe/Amsterdam', '0900-1730'],
  xbru: ['Europe/Brussels', '0900-1730'],
  xlis: ['Europe/Lisbon', '0800-1630'],
  xmil: ['Europe/Rome', '0900-1730'],
  xdub: ['Europe/Dublin', '0800-1630'],
  xosl: ['Europe/Oslo', '0900-1620'],
  /** Madrid: bolsasymercados.es. */
  xmad: ['Europe/Madrid', '0900-1730'],
  /** Zurich: six-group.com, trading hours. */
  xswx: ['Europe/Zurich', '0900-1730'],
  /** Vienna: wienerborse.at, trading hours. */
  xwbo: ['Europe/Vienna', '0900-1730'],
  /** Nasdaq's Stockholm, Copenhagen, Helsinki: nasdaq.com/european-market-activity, trading hours. */
  xsto: ['Europe/Stockholm', '0900-1730'],
  xcse: ['Europe/Copenhagen', '0900-1700'],
  xhel: ['Europe/Helsinki', '1000-1830'],
  /** Warsaw: gpw.pl, trading schedule. */
  xwar: ['Europe/Warsaw', '0900-1700'],
  /** Toronto and the Venture exchange: tsx.com, trading hours. */
  xtse: ['America/Toronto', '0930-1600'],
  /** Tokyo: jpx.co.jp, trading hours. */
  xtks: ['Asia/Tokyo', '0900-1130,1230-1530'],
  /** Hong Kong: hkex.com.hk, trading hours of the securities market. */
  xhkg: ['Asia/Hong_Kong', '0930-1200,1300-1600'],
  /** Shanghai and Shenzhen: sse.com.cn, szse.cn, trading schedule. */
  xshg: ['Asia/Shanghai', '0930-1130,1300-1500'],
  /** Seoul: global.krx.co.kr, trading hours. */
  xkrx: ['Asia/Seoul', '0900-1530'],
  /** Taipei: twse.com.tw, trading hours. */
  xtai: ['Asia/Taipei', '0900-1330'],
  /** Singapore: sgx.com, trading hours of securities. */
  xses: ['Asia/Singapore', '0900-1200,1300-1700'],
  /** Mumbai, both exchanges: nseindia.com, bseindia.com, market timings. */
  xnse: ['Asia/Kolkata', '0915-1530'],
  /** Sydney: asx.com.au, trading hours. */
  xasx: ['Australia/Sydney', '1000-1600'],
  /** Wellington: nzx.com, trading hours. */
  xnze: ['Pacific/Auckland', '1000-1645'],
};

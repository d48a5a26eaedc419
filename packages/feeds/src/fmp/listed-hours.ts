import type { MarketHoursId, StockExchangeId } from '@moneytrail/calendar';
import { exchangeSuffixOf } from '@moneytrail/contract';

/** Which exchange a code's suffix names, as the vendor spells them; places whose hours the calendar has. */
const EXCHANGES: Readonly<Record<string, StockExchangeId>> = {
  AS: 'xams',
  AX: 'xasx',
  BO: 'xnse',
  BR: 'xbru',
  CN: 'xtse',
  CO: 'xcse',
  DE: 'xetr',
  HE: 'xhel',
  HK: 'xhkg',
  IR: 'xdub',
  JO: 'xjse',
  KQ: 'xkrx',
  KS: 'xkrx',
  L: 'xlon',
  LS: 'xlis',
  MC: 'xmad',
  MI: 'xmil',
  NE: 'xtse',
  NS: 'xnse',
  NZ: 'xnze',
  OL: 'xosl',
  PA: 'xpar',
  SI: 'xses',
  SS: 'xshg',
  ST: 'xsto',
  SW: 'xswx',
  SZ: 'xshg',
  T: 'xtks',
  TO: 'xtse',
  TW: 'xtai',
  TWO: 'xtai',
  V: 'xtse',
  VI: 'xwbo',
  WA: 'xwar',
};

/** The hours of a share listed outside the United States, by its suffix; null where the calendar has none for it. */
export function listedHours(code: string, exchange: string): MarketHoursId | null {
  const suffix = exchangeSuffixOf(code, exchange);
  return suffix === null ? null : (EXCHANGES[suffix] ?? null);
}

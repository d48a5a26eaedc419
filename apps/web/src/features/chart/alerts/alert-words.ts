import { type AlertWords, conditionsText } from '@moneytrail/alerts';
import { RESOLUTION_LABELS, type Resolution } from '@moneytrail/calendar';
import type { Alert, AlertDefinition } from '@moneytrail/contract';
import { formatPrice } from '../../../lib/format.ts';
import { deviceZone, formatMoment } from '../../../lib/format-time.ts';
import { tickerCode, tickerExchange } from '../../../lib/ticker-code.ts';

const MOST_DECIMALS = 8;

/** `FMP:BTC/USD` becomes `BTCUSD (FMP)`. */
export function instrumentWords(symbol: string): string {
  const exchange = tickerExchange(symbol);
  const code = tickerCode(symbol).replace('/', '');
  return exchange === null ? code : `${code} (${exchange})`;
}

/** The names of the user's watchlists by their ids. */
export type ListNames = ReadonlyMap<number, string>;

type Watched = Pick<AlertDefinition, 'symbol' | 'watchlist'>;

/** `any instrument of “Metals”` for an alert on a watchlist, else the instrument. */
function watchedWords({ symbol, watchlist }: Watched, lists: ListNames): string {
  if (watchlist === undefined) return instrumentWords(symbol);
  const name = lists.get(watchlist);
  return `any instrument of ${name === undefined ? 'a watchlist' : `“${name}”`}`;
}

/** The words of an alert; without the instrument's decimals, prices have as many as they were given. */
export function alertWords(
  alert: Watched & { resolution: Resolution },
  lists: ListNames,
  decimals: number | null = null,
): AlertWords {
  const plain = (value: number) =>
    value.toLocaleString('en-US', { maximumFractionDigits: MOST_DECIMALS });
  return {
    instrument: watchedWords(alert, lists),
    interval: RESOLUTION_LABELS[alert.resolution],
    price: (value) => (decimals === null ? plain(value) : formatPrice(value, decimals)),
    time: (timeMs) => formatMoment(timeMs, deviceZone()),
  };
}

/** The name that the owner gave, else the instrument. */
export function nameOrInstrument({ name, symbol }: { name: string; symbol: string }): string {
  return name || instrumentWords(symbol);
}

/** The name that the owner gave, else the instrument or the watchlist. */
export function alertTitle(alert: Watched & { name: string }, lists: ListNames): string {
  const { name, watchlist } = alert;
  if (watchlist === undefined) return nameOrInstrument(alert);
  return name || (lists.get(watchlist) ?? 'Watchlist');
}

/** Whether another release has written an alert in words that this one does not know. */
export const isUnreadable = ({ pausedFor }: Pick<Alert, 'pausedFor'>): boolean =>
  pausedFor === 'unreadable';

/** The conditions of an alert, in a sentence without its full stop. */
export function alertSentence(
  alert: AlertDefinition & Partial<Pick<Alert, 'pausedFor'>>,
  lists: ListNames,
): string {
  if (isUnreadable({ pausedFor: alert.pausedFor ?? null })) return 'Unknown conditions';
  const text = conditionsText(alert, alertWords(alert, lists));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

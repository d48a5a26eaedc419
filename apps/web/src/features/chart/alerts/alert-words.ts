import { type AlertWords, conditionsText } from '@moneytrail/alerts';
import { RESOLUTION_LABELS, type Resolution } from '@moneytrail/calendar';
import type { Alert, AlertDefinition } from '@moneytrail/contract';
import { formatPrice } from '../../../lib/format.ts';
import { deviceZone, formatMoment } from '../../../lib/format-time.ts';
import { instrumentWords } from '../../../lib/ticker-code.ts';

const MOST_DECIMALS = 8;

type Names = ReadonlyMap<number, string>;

/** The names of the user's watchlists and screens by their ids. */
export type WatchedNames = { lists: Names; screens: Names };
export const NO_NAMES: WatchedNames = { lists: new Map(), screens: new Map() };

type Watched = Pick<AlertDefinition, 'symbol' | 'watchlist' | 'screen'>;

/** `any instrument of “Metals”` for an alert on a watchlist, `the screen “Oversold”`, else the instrument. */
function watchedWords(
  { symbol, watchlist, screen }: Watched,
  { lists, screens }: WatchedNames,
): string {
  if (screen) {
    const name = screens.get(screen.id);
    return name === undefined ? 'a screen' : `the screen “${name}”`;
  }
  if (watchlist === undefined) return instrumentWords(symbol);
  const name = lists.get(watchlist);
  return `any instrument of ${name === undefined ? 'a watchlist' : `“${name}”`}`;
}

/** A price with the decimals that it was given, none or two at least: `11,533.20`. */
const plainPrice = (price: number) =>
  price.toLocaleString('en-US', {
    minimumFractionDigits: Number.isInteger(price) ? 0 : 2,
    maximumFractionDigits: MOST_DECIMALS,
  });

/** The words of an alert; `decimals` are those of the instrument, null where they are not known. */
export function alertWords(
  alert: Watched & { resolution: Resolution },
  names: WatchedNames,
  decimals: number | null = null,
): AlertWords {
  return {
    instrument: watchedWords(alert, names),
    interval: RESOLUTION_LABELS[alert.resolution],
    price: (value) => (decimals === null ? plainPrice(value) : formatPrice(value, decimals)),
    time: (timeMs) => formatMoment(timeMs, deviceZone()),
  };
}

/** The name that the owner gave, else the instrument. */
export function nameOrInstrument({ name, symbol }: { name: string; symbol: string }): string {
  return name || instrumentWords(symbol);
}

/** The name that the owner gave, else the instrument, the watchlist or the screen. */
export function alertTitle(
  alert: Watched & { name: string },
  { lists, screens }: WatchedNames,
): string {
  const { name, watchlist, screen } = alert;
  if (screen) return name || (screens.get(screen.id) ?? 'Screen');
  if (watchlist === undefined) return nameOrInstrument(alert);
  return name || (lists.get(watchlist) ?? 'Watchlist');
}

/** Whether another release has written an alert in words that this one does not know. */
export const isUnreadable = ({ pausedFor }: Pick<Alert, 'pausedFor'>): boolean =>
  pausedFor === 'unreadable';

/** The conditions of an alert, in a sentence without its full stop. */
export function alertSentence(
  alert: AlertDefinition & Partial<Pick<Alert, 'pausedFor'>>,
  names: WatchedNames,
): string {
  if (isUnreadable({ pausedFor: alert.pausedFor ?? null })) return 'Unknown conditions';
  const text = conditionsText(alert, alertWords(alert, names));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

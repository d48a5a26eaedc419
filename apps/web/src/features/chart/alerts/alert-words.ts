import { type AlertWords, conditionsText } from '@moneytrail/alerts';
import { RESOLUTION_LABELS, type Resolution } from '@moneytrail/calendar';
import type { AlertDefinition } from '@moneytrail/contract';
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

/** The words of an alert; without the instrument's decimals, prices have as many as they were given. */
export function alertWords(
  { symbol, resolution }: { symbol: string; resolution: Resolution },
  decimals: number | null = null,
): AlertWords {
  const plain = (value: number) =>
    value.toLocaleString('en-US', { maximumFractionDigits: MOST_DECIMALS });
  return {
    instrument: instrumentWords(symbol),
    interval: RESOLUTION_LABELS[resolution],
    price: (value) => (decimals === null ? plain(value) : formatPrice(value, decimals)),
    time: (timeMs) => formatMoment(timeMs, deviceZone()),
  };
}

/** The name that the owner gave, else the instrument. */
export function alertTitle({ name, symbol }: Pick<AlertDefinition, 'name' | 'symbol'>): string {
  return name || instrumentWords(symbol);
}

/** The conditions of an alert, in a clause. */
export function alertSentence(alert: AlertDefinition): string {
  return conditionsText(alert, alertWords(alert));
}

import {
  type AlertWords,
  conditionsText,
  fillTemplate,
  type Occurrence,
  silenceOf,
} from '@moneytrail/alerts';
import { RESOLUTION_LABELS, type Resolution } from '@moneytrail/calendar';
import type { AlertDefinition, Bar } from '@moneytrail/contract';
import type { Instrument } from '../../catalogue/index.ts';

/** A moment to the minute, in UTC: `2026-03-02 10:15`. */
export const timeText = (ms: number): string =>
  new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

/** Made once for each number of decimals: making one takes longer than a hundred texts. */
const formats = new Map<number, Intl.NumberFormat>();

/** A number with its decimals and separated thousands. */
export function numberText(value: number, digits: number): string {
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format = formats.get(digits) ?? new Intl.NumberFormat('en-US', decimals);
  formats.set(digits, format);
  return format.format(value);
}

/** `BTCUSD (FMP)`. */
export const instrumentText = ({ code, exchange }: Pick<Instrument, 'code' | 'exchange'>): string =>
  `${code} (${exchange})`;

function wordsOf(
  instrument: Pick<Instrument, 'code' | 'exchange' | 'priceScale'>,
  resolution: Resolution,
): AlertWords {
  return {
    instrument: instrumentText(instrument),
    interval: RESOLUTION_LABELS[resolution],
    price: (value) => numberText(value, Math.round(Math.log10(instrument.priceScale))),
    time: timeText,
  };
}

/** The sentence of a firing, and the message for mails and programs. `bar` is the closed bar at which it fired, null for a tick. */
export function textsOf(
  instrument: Instrument,
  definition: AlertDefinition,
  { timeMs, price }: Occurrence,
  { nowMs, bar }: { nowMs: number; bar: Bar | null },
): { text: string; message: string } {
  const words = wordsOf(instrument, definition.resolution);
  const condition = conditionsText(definition, words);
  const begun = `${condition.charAt(0).toUpperCase()}${condition.slice(1)}`;
  const told = silenceOf(definition) ? 'The last price was' : 'The price was';
  const text = `${begun}. ${told} ${words.price(price)}.`;
  const iso = (ms: number) => new Date(ms).toISOString();
  const message =
    definition.message === ''
      ? text
      : fillTemplate(definition.message, {
          symbol: instrument.ticker,
          code: instrument.code,
          exchange: instrument.exchange,
          name: definition.name,
          interval: words.interval,
          condition,
          price,
          time: iso(timeMs),
          now: iso(nowMs),
          open: bar?.open,
          high: bar?.high,
          low: bar?.low,
          close: bar?.close,
          volume: bar?.volume,
        });
  return { text, message };
}

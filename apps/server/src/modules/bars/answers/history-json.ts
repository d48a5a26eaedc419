import type { History } from '../history/history-page.ts';
import { JsonBytes } from './json-bytes.ts';

/**
 * A page of history as the bytes of its JSON. Written by hand from columns: a page of 2000 bars costs less than
 * `JSON.stringify` of the same bars as objects.
 */
export function historyJson({
  columns,
  nextTime,
  noData,
  warning,
}: Pick<History, 'columns' | 'nextTime' | 'noData' | 'warning'>): Uint8Array<ArrayBuffer> {
  const json = new JsonBytes(columns.length);
  const { time, open, high, low, close, volume, length } = columns;
  json.text('{"Response":"Success","Data":[');
  for (let i = 0; i < length; i++) {
    json.text(i === 0 ? '{"time":' : ',{"time":');
    json.number(time[i] ?? 0);
    json.text(',"open":');
    json.number(open[i] ?? 0);
    json.text(',"high":');
    json.number(high[i] ?? 0);
    json.text(',"low":');
    json.number(low[i] ?? 0);
    json.text(',"close":');
    json.number(close[i] ?? 0);
    json.text(',"volume":');
    json.number(volume[i] ?? Number.NaN);
    json.text('}');
  }
  json.text(']');
  if (nextTime !== null) json.text(`,"NextTime":${nextTime}`);
  if (noData) json.text(',"NoData":true');
  if (warning !== null) json.string(',"Warning":', warning);
  json.text('}');
  return json.bytes();
}

import { type CsvValue, csvTable } from '../../../lib/csv.ts';
import {
  currencyOf,
  gainOf,
  multipleAt,
  type PaperTrade,
  percentOf,
  riskStopOf,
} from './paper-account.ts';

const COLUMNS: readonly { head: string; value: (trade: PaperTrade) => CsvValue }[] = [
  { head: 'symbol', value: ({ ticker }) => ticker },
  { head: 'side', value: ({ side }) => side },
  { head: 'size', value: ({ size }) => size },
  { head: 'entry time (ISO 8601, UTC)', value: ({ entry }) => time(entry.atMs) },
  { head: 'entry', value: ({ entry }) => entry.price },
  { head: 'exit time (ISO 8601, UTC)', value: ({ exit }) => time(exit.atMs) },
  { head: 'exit', value: ({ exit }) => exit.price },
  { head: 'exit by', value: ({ reason }) => reason },
  { head: 'stop', value: ({ stop }) => stop },
  { head: 'stop of the risk (1 R)', value: riskStopOf },
  { head: 'target', value: ({ target }) => target },
  { head: 'R', value: (trade) => withoutNoise(multipleAt(trade, trade.exit.price)) },
  { head: 'change (%)', value: (trade) => withoutNoise(percentOf(trade)) },
  { head: 'gain', value: (trade) => withoutNoise(gainOf(trade)) },
  { head: 'currency or symbol of the gain', value: ({ ticker }) => currencyOf(ticker) },
];

/** Without the last digits of binary fractions: 0.3, not 0.30000000000000004. */
function withoutNoise(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(12));
}

function time(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

/** Paper trades as CSV, oldest exit first. The first line marks them as trades of a replay. */
export function tradesAsCsv(trades: readonly PaperTrade[]): string {
  const rows = trades.map((trade) => COLUMNS.map(({ value }) => value(trade)));
  return csvTable([COLUMNS.map(({ head }) => head), ...rows], ['Replay: paper trades']);
}

import { MINUTE_MS } from '@moneytrail/calendar';
import type { FeedExchange } from '@moneytrail/contract';
import type { InstrumentRef } from '@moneytrail/feeds';
import type { startVendors } from '../vendors.ts';
import type { Session } from './session.ts';

export type Vendors = Awaited<ReturnType<typeof startVendors>>;
export type ChaosInstrument = { exchange: FeedExchange } & InstrumentRef;
/** Times in milliseconds since the epoch; `toMs` is exclusive. */
export type Span = { fromMs: number; toMs: number };

type Figures = Record<'open' | 'high' | 'low' | 'close', number> & {
  time: number;
  volume?: number | null;
};

export type Comparison = { bars: number; differences: string[] };

const textOf = ({ open, high, low, close, volume }: Figures) =>
  [open, high, low, close, volume ?? ''].join(' ');

async function servedBars(
  session: Session,
  { exchange, code }: ChaosInstrument,
  { fromMs, toMs }: Span,
): Promise<Map<number, string> | null> {
  const query = `e=${exchange}&fsym=${encodeURIComponent(code)}&resolution=1`;
  const span = `fromTs=${fromMs / 1_000}&toTs=${toMs / 1_000}`;
  const { status, body } = await session.call(`/api/data/histoday?${query}&${span}`);
  if (status !== 200) return null;
  const { Data } = body as { Data: Figures[] };
  return new Map(Data.map((bar) => [bar.time, textOf(bar)]));
}

/** Compares the closed minutes of a span with those of the vendors; null while the server does not answer. */
export async function compareWithVendors(
  { session, vendors }: { session: Session; vendors: Vendors },
  instruments: readonly ChaosInstrument[],
  span: Span,
): Promise<Comparison | null> {
  const result: Comparison = { bars: 0, differences: [] };
  for (const instrument of instruments) {
    const served = await servedBars(session, instrument, span);
    if (!served) return null;
    const { exchange, ...ref } = instrument;
    const vendor = vendors.truthOf(exchange);
    const bars = await vendor.history({ instrument: ref, resolution: '1', ...span });
    const should = new Map(bars.map((bar) => [bar.time, textOf(bar)]));
    for (let time = span.fromMs; time < span.toMs; time += MINUTE_MS) {
      if (should.has(time) || served.has(time)) result.bars += 1;
      if (should.get(time) === served.get(time)) continue;
      const [is, expected] = [served.get(time) ?? 'none', should.get(time) ?? 'none'];
      const when = new Date(time).toISOString().slice(11, 16);
      result.differences.push(`${exchange} ${ref.code} ${when}: ${is} for ${expected}`);
    }
  }
  return result;
}

import type { Resolution } from '@moneytrail/calendar';
import type { StreamMessage } from '@moneytrail/contract';
import type { Snapshot } from '../watch/series.ts';

type Encoded = { withClosed?: string; without?: string };
const ENCODED = new WeakMap<Snapshot, Encoded>();

export function encode(message: StreamMessage): string {
  return JSON.stringify(message);
}

/** The update message of a snapshot as text, made once however many browsers get it. */
export function encodeUpdate(
  channel: { symbol: string; resolution: Resolution },
  snapshot: Snapshot,
  hasNewClosed: boolean,
): string {
  const known = ENCODED.get(snapshot) ?? {};
  const ready = hasNewClosed ? known.withClosed : known.without;
  if (ready !== undefined) return ready;
  const { bar, closed, quote } = snapshot;
  const { symbol, resolution } = channel;
  const said = hasNewClosed ? closed : null;
  const text = encode({ type: 'update', symbol, resolution, bar, closed: said, quote });
  ENCODED.set(snapshot, { ...known, [hasNewClosed ? 'withClosed' : 'without']: text });
  return text;
}

import type { Resolution } from '@moneytrail/calendar';
import type { StreamMessage } from '@moneytrail/contract';
import type { Instrument } from '../../catalogue/index.ts';
import type { Snapshot } from '../forming/forming-bar.ts';

type Encoded = { withClosed?: string; without?: string };
const ENCODED = new WeakMap<Snapshot, Encoded>();

function encode(
  channel: { symbol: string; resolution: Resolution },
  snapshot: Snapshot,
  hasNewClosed: boolean,
): string {
  const known = ENCODED.get(snapshot) ?? {};
  const ready = hasNewClosed ? known.withClosed : known.without;
  if (ready !== undefined) return ready;
  const { bar, quote } = snapshot;
  const closed = hasNewClosed ? snapshot.closed : null;
  const update: StreamMessage = { type: 'update', ...channel, bar, closed, quote };
  const text = JSON.stringify(update);
  ENCODED.set(snapshot, { ...known, [hasNewClosed ? 'withClosed' : 'without']: text });
  return text;
}

/** Whether a bar closed, or was corrected, since a snapshot; the stored ones that are read at first do not count. */
function isNewlyClosed(sent: Snapshot, { closed }: Snapshot): boolean {
  if (!closed || closed === sent.closed) return false;
  return sent.closed !== null || sent.bar?.time === closed.time;
}

/**
 * The message that takes a browser from the snapshot sent last to another one, as text, made once however many browsers
 * get it. A bar that closed in between is in it, of several the newest.
 */
export function encodeUpdate(
  { instrument, resolution }: { instrument: Instrument; resolution: Resolution },
  sent: Snapshot | null,
  snapshot: Snapshot,
): string {
  const hasNewClosed = sent !== null && isNewlyClosed(sent, snapshot);
  return encode({ symbol: instrument.ticker, resolution }, snapshot, hasNewClosed);
}

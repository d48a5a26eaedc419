import type { Resolution } from '@moneytrail/calendar';
import type { StreamMessage } from '@moneytrail/contract';
import type { Instrument } from '../../catalogue/index.ts';
import type { Snapshot } from '../forming/forming-bar.ts';
import type { SubscriptionRegistry } from '../forming/subscription-registry.ts';

/** One instrument in one resolution on one connection. Nothing is queued: what is sent is the newest state. */
export type Channel = {
  instrument: Instrument;
  resolution: Resolution;
  /** Whether there is a state that was not sent yet. */
  hasNews: () => boolean;
  /** Whether that state may be sent by now. */
  isDue: (nowMs: number) => boolean;
  /** The update to send now; a bar that closed since the last update is in it, of several the newest. */
  take: (nowMs: number) => string | null;
  close: () => void;
};

type Encoded = { withClosed?: string; without?: string };
const ENCODED = new WeakMap<Snapshot, Encoded>();

/** The update message of a snapshot as text, made once however many browsers get it. */
function encodeUpdate(
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

/** Opens a channel; `onNews` is called when there may be something to send. */
export function openChannel(
  deps: { registry: SubscriptionRegistry; conflationMs: number },
  instrument: Instrument,
  resolution: Resolution,
  onNews: () => void,
): Channel {
  const name = { symbol: instrument.ticker, resolution };
  let sent: Snapshot | null = null;
  let sentMs = Number.NEGATIVE_INFINITY;
  const subscription = deps.registry.open(instrument, resolution, onNews);
  const hasNews = () => {
    const snapshot = subscription.snapshot();
    return snapshot !== null && snapshot !== sent;
  };
  return {
    instrument,
    resolution,
    hasNews,
    isDue: (nowMs) => nowMs - sentMs >= deps.conflationMs && hasNews(),
    take(nowMs) {
      const snapshot = subscription.snapshot();
      if (!snapshot) return null;
      const hasNewClosed = sent !== null && isNewlyClosed(sent, snapshot);
      sent = snapshot;
      sentMs = nowMs;
      return encodeUpdate(name, snapshot, hasNewClosed);
    },
    close: subscription.close,
  };
}

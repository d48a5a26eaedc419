import type { Resolution } from '@moneytrail/calendar';
import type { Instrument } from '../../catalogue/index.ts';
import type { Snapshot } from '../watch/series.ts';
import type { Watches } from '../watch/watches.ts';
import { encodeUpdate } from './encode-update.ts';

/** One instrument in one resolution on one connection. Nothing is queued: what is sent is the newest state. */
export type Channel = {
  instrument: Instrument;
  resolution: Resolution;
  /** Whether there is a state that was not sent yet. */
  hasNews: () => boolean;
  /** Whether that state may be sent by now. */
  isDue: (nowMs: number) => boolean;
  /** The update to send now; a bar that ended since the last update is in it, of several the newest. */
  take: (nowMs: number) => string | null;
  close: () => void;
};

/** Whether a bar ended, or was corrected, since a snapshot; the stored ones that are read at first are no news. */
function isNewlyClosed(sent: Snapshot, { closed }: Snapshot): boolean {
  if (!closed || closed === sent.closed) return false;
  return sent.closed !== null || sent.bar?.time === closed.time;
}

/** Opens a channel; `onNews` is called when there may be something to send. */
export function openChannel(
  deps: { watches: Watches; conflationMs: number },
  instrument: Instrument,
  resolution: Resolution,
  onNews: () => void,
): Channel {
  const name = { symbol: instrument.ticker, resolution };
  let sent: Snapshot | null = null;
  let sentMs = Number.NEGATIVE_INFINITY;
  const watch = deps.watches.open(instrument, resolution, onNews);
  const hasNews = () => {
    const snapshot = watch.snapshot();
    return snapshot !== null && snapshot !== sent;
  };
  return {
    instrument,
    resolution,
    hasNews,
    isDue: (nowMs) => nowMs - sentMs >= deps.conflationMs && hasNews(),
    take(nowMs) {
      const snapshot = watch.snapshot();
      if (!snapshot) return null;
      const hasNewClosed = sent !== null && isNewlyClosed(sent, snapshot);
      sent = snapshot;
      sentMs = nowMs;
      return encodeUpdate(name, snapshot, hasNewClosed);
    },
    close: watch.close,
  };
}

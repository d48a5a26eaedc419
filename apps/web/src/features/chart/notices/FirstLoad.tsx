import { SECOND_MS } from '@moneytrail/calendar';
import { serverClock } from '../../../api/server-clock.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { stillLoadingText } from '../model/messages.ts';
import { LoadingOverlay } from './LoadingOverlay.tsx';

const LONG_MS = 4 * SECOND_MS;
const TOO_LONG_MS = 15 * SECOND_MS;

type Props = {
  text: string;
  /** Null where it is not known yet. */
  source: string | null;
  /** Null for this moment. */
  startedAtMs: number | null;
  /** Null where there is another way out by then. */
  onRetry: (() => void) | null;
  /** Contents itself with the bars that are drawn already; null where there are none. */
  onStored: (() => void) | null;
};

/** A symbol or its first bars are under way: after 4 s it says so again, after 15 s it offers a way out. */
export function FirstLoad({ text, source, startedAtMs, onRetry, onStored }: Props) {
  const nowMs = useNow(serverClock.now);
  const elapsedMs = startedAtMs === null ? 0 : nowMs - startedAtMs;
  const isTooLong = elapsedMs > TOO_LONG_MS;
  return (
    <LoadingOverlay
      text={text}
      detail={source !== null && elapsedMs > LONG_MS ? stillLoadingText(source) : null}
      onRetry={isTooLong ? onRetry : null}
      onStored={isTooLong ? onStored : null}
    />
  );
}

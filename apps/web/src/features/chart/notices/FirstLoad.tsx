import { SECOND_MS } from '@moneytrail/calendar';
import { serverClock } from '../../../api/server-clock.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { useChartScreen } from '../screen/chart-context.ts';
import { loadingText, stillLoadingText } from '../screen/messages.ts';
import { RESOLUTION_LABELS } from '../toolbar/resolution-labels.ts';
import { LoadingOverlay } from './LoadingOverlay.tsx';

const LONG_MS = 4 * SECOND_MS;
const TOO_LONG_MS = 15 * SECOND_MS;

type Props = {
  startedAtMs: number;
  onRetry: () => void;
  /** Contents itself with the bars that are drawn already; null where there are none. */
  onStored: (() => void) | null;
};

/** The first bars are under way: after 4 s it says so again, after 15 s it offers a way out. */
export function FirstLoad({ startedAtMs, onRetry, onStored }: Props) {
  const { info, resolution } = useChartScreen();
  const elapsedMs = useNow(serverClock.now) - startedAtMs;
  const isTooLong = elapsedMs > TOO_LONG_MS;
  return (
    <LoadingOverlay
      text={loadingText(info.name, RESOLUTION_LABELS[resolution])}
      detail={elapsedMs > LONG_MS ? stillLoadingText(info.exchange) : null}
      onRetry={isTooLong ? onRetry : null}
      onStored={isTooLong ? onStored : null}
    />
  );
}

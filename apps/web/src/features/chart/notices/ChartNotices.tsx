import { Button } from '@mantine/core';
import { serverClock } from '../../../api/server-clock.ts';
import { useElapsed } from '../../../lib/use-elapsed.ts';
import { useValue } from '../../../lib/use-value.ts';
import { useChartScreen } from '../screen/chart-context.ts';
import { loadingText, stillLoadingText } from '../screen/messages.ts';
import type { ChartSession } from '../session/chart-session.ts';
import { RESOLUTION_LABELS } from '../toolbar/resolution-labels.ts';
import classes from './ChartNotices.module.css';
import { LoadFailed } from './LoadFailed.tsx';
import { LoadingOverlay } from './LoadingOverlay.tsx';

const LONG_MS = 4_000;
const TOO_LONG_MS = 15_000;

type Props = { session: ChartSession };

/** What lies over the canvas while bars load or where they could not be loaded. */
export function ChartNotices({ session }: Props) {
  const load = useValue(session.load);
  const { info } = useChartScreen();
  if (load.kind === 'first') {
    return <FirstLoad startedAtMs={load.startedAtMs} onRetry={session.engine.reload} />;
  }
  if (load.kind === 'older') return <div className={classes.older} aria-hidden="true" />;
  if (load.kind !== 'failed') return null;
  if (load.part === 'first') {
    return (
      <LoadFailed
        what={info.name}
        source={info.exchange}
        error={new Error(load.message)}
        onRetry={session.engine.retry}
      />
    );
  }
  return (
    <div className={classes.failedOlder} role="alert">
      <span>
        Could not load older bars from {info.exchange}. {load.message}
      </span>
      <Button size="compact-sm" variant="default" onClick={session.engine.retry}>
        Retry
      </Button>
    </div>
  );
}

function FirstLoad({ startedAtMs, onRetry }: { startedAtMs: number; onRetry: () => void }) {
  const { info, resolution } = useChartScreen();
  const elapsedMs = useElapsed(startedAtMs, serverClock.now);
  return (
    <LoadingOverlay
      text={loadingText(info.name, RESOLUTION_LABELS[resolution])}
      detail={elapsedMs > LONG_MS ? stillLoadingText(info.exchange) : null}
      onRetry={elapsedMs > TOO_LONG_MS ? onRetry : null}
    />
  );
}

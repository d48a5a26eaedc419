import { useState } from 'react';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../screen/chart-context.ts';
import { MARKS_MISSING, storedShownText, unreachedText } from '../screen/messages.ts';
import { ChartNotice } from './ChartNotice.tsx';
import classes from './ChartNotices.module.css';
import { FirstLoad } from './FirstLoad.tsx';
import { LoadFailed } from './LoadFailed.tsx';

type Props = {
  controller: ChartController;
  /** Reads the published marks again; null where they are there. */
  retryMarks: (() => void) | null;
};

/** What lies over the canvas while bars load or where they could not be loaded. */
export function ChartNotices({ controller, retryMarks }: Props) {
  const load = useValue(controller.load);
  const opened = useValue(controller.opened);
  const { info, unreached } = useChartScreen();
  // Stored bars were asked to be shown for one chart; for another one the question is open again.
  const [storedFor, setStoredFor] = useState<typeof opened>(null);
  const isStoredShown = opened !== null && storedFor === opened;
  const { retry, reload } = controller.engine;
  if (unreached) {
    const text = unreachedText(unreached.symbol, info.ticker);
    return <ChartNotice text={text} isFailure onRetry={unreached.retry} />;
  }
  if (load.kind === 'idle') {
    return retryMarks && <ChartNotice text={MARKS_MISSING} isFailure onRetry={retryMarks} />;
  }
  if (load.kind === 'older') return <div className={classes.older} aria-hidden="true" />;
  if (isStoredShown && load.hasBars && (load.kind === 'first' || load.part === 'first')) {
    const again = load.kind === 'first' ? reload : retry;
    return <ChartNotice text={storedShownText(info.exchange)} onRetry={again} />;
  }
  const onStored = load.hasBars ? () => setStoredFor(opened) : null;
  if (load.kind === 'first') {
    return <FirstLoad startedAtMs={load.startedAtMs} onRetry={reload} onStored={onStored} />;
  }
  if (load.part === 'first') {
    return (
      <LoadFailed
        what={info.name}
        source={info.exchange}
        error={load.cause}
        onRetry={retry}
        onStored={onStored}
      />
    );
  }
  const text = `Could not load older bars from ${info.exchange}. ${load.message}`;
  return <ChartNotice text={text} isFailure onRetry={retry} />;
}

import { useState } from 'react';
import { tickerCode, tickerExchange } from '../../../lib/ticker-code.ts';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import type { LackingMarks } from '../controller/published-marks.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { loadingText, storedShownText, tooSlowText, unreachedText } from '../model/messages.ts';
import { RESOLUTION_LABELS } from '../model/resolution-labels.ts';
import { ChartNotice } from './ChartNotice.tsx';
import classes from './ChartNotices.module.css';
import { FirstLoad } from './FirstLoad.tsx';
import { LoadFailed } from './LoadFailed.tsx';

type Props = {
  controller: ChartController;
  /** Null where the published marks are there. */
  lackingMarks: LackingMarks | null;
};

/**
 * What lies over the canvas while bars load or where they could not be loaded. A symbol and then its first bars are waited
 * for under one overlay: another one would appear anew.
 */
export function ChartNotices({ controller, lackingMarks }: Props) {
  const load = useValue(controller.load);
  const opened = useValue(controller.opened);
  const { info, resolution, unreached, awaited } = useChartScreen();
  // Stored bars were asked to be shown for one chart; for another one the question is open again.
  const [storedFor, setStoredFor] = useState<typeof opened>(null);
  const isStoredShown = opened !== null && storedFor === opened;
  const { retry, reload } = controller.engine;
  const interval = RESOLUTION_LABELS[resolution];
  if (awaited !== null) {
    return (
      <FirstLoad
        text={loadingText(tickerCode(awaited.symbol), interval)}
        source={tickerExchange(awaited.symbol)}
        startedAtMs={awaited.sinceMs}
        onRetry={null}
        onStored={null}
      />
    );
  }
  if (unreached) {
    const textOf = unreached.wasSlow ? tooSlowText : unreachedText;
    const text = textOf(unreached.symbol, info.ticker);
    return <ChartNotice text={text} isFailure onRetry={unreached.retry} />;
  }
  const firstLoad = { text: loadingText(info.name, interval), source: info.exchange };
  // The symbol is there, and its bars are asked for before the page is painted.
  if (opened !== null && opened.info !== info) {
    return <FirstLoad {...firstLoad} startedAtMs={null} onRetry={null} onStored={null} />;
  }
  if (load.kind === 'idle') {
    return (
      lackingMarks && (
        <ChartNotice text={lackingMarks.text} isFailure onRetry={lackingMarks.retry} />
      )
    );
  }
  if (load.kind === 'older') return <div className={classes.older} aria-hidden="true" />;
  if (isStoredShown && load.hasBars && (load.kind === 'first' || load.part === 'first')) {
    const again = load.kind === 'first' ? reload : retry;
    return <ChartNotice text={storedShownText(info.exchange)} onRetry={again} />;
  }
  const onStored = load.hasBars ? () => setStoredFor(opened) : null;
  if (load.kind === 'first') {
    const { startedAtMs } = load;
    return <FirstLoad {...firstLoad} {...{ startedAtMs, onStored }} onRetry={reload} />;
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

import { Button, Loader } from '@mantine/core';
import { RESOLUTION_LABELS, SECOND_MS } from '@moneytrail/calendar';
import { useState } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { shownCode, tickerExchange } from '../../../lib/ticker-code.ts';
import { loadTechnicalStudies } from '../../../stores/technical-studies.ts';
import { useValue } from '../../../stores/use-value.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import type { ChartController, LackingMarks } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import {
  loadingText,
  noIntervalText,
  PARTS_MISSING,
  SHOW_STORED,
  STUDIES_MISSING,
  stillLoadingText,
  storedShownText,
  tooSlowText,
  unreachedText,
} from '../model/messages.ts';
import { usePreferences } from '../preferences/preferences.ts';
import { useAreStudiesMissing } from '../preferences/use-technical-studies.ts';
import classes from './ChartNotices.module.css';
import { LoadFailed } from './LoadFailed.tsx';

type Props = {
  controller: ChartController;
  /** Null if the published marks are complete. */
  lackingMarks: LackingMarks | null;
  /** Loads the parts beside the bars whose code is missing; null while none is missing. */
  onPartsMissing?: (() => void) | null;
};

type LoadState = ReturnType<ChartController['toldLoad']['get']>;

/** The newest bars are drawn and only older ones, as for the studies, are loading: nothing has to be covered. */
function isOlderAlone(load: LoadState, isFresh: boolean): boolean {
  return load.kind === 'first' && load.hasBars && isFresh;
}

/**
 * The notice over the canvas while bars load or after they failed. A symbol and its first bars share one overlay: a
 * second one would flash.
 */
export function ChartNotices(props: Props) {
  const { controller } = props;
  const load = useValue(controller.toldLoad);
  const opened = useValue(controller.opened);
  const isFresh = useValue(controller.isFresh);
  const { info, resolution, unreached, awaited } = useChartScreen();
  // The choice to show stored bars holds for one opened chart only.
  const [storedFor, setStoredFor] = useState<typeof opened>(null);
  const isStoredShown = opened !== null && storedFor === opened;
  const { retry, reload } = controller.engine;
  const interval = RESOLUTION_LABELS[resolution];
  if (awaited !== null) {
    return (
      <FirstLoad
        text={loadingText(shownCode(awaited.symbol), interval)}
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
  // The symbol is there; its bars are requested before the next paint.
  if (opened !== null && opened.info !== info) {
    return <FirstLoad {...firstLoad} startedAtMs={null} onRetry={null} onStored={null} />;
  }
  if (load.kind === 'idle') {
    return <LoadedNotice {...props} />;
  }
  if (load.kind === 'older' || isOlderAlone(load, isFresh)) {
    return <div className={classes.older} aria-hidden="true" />;
  }
  if (isStoredShown && load.hasBars && (load.kind === 'first' || load.part === 'first')) {
    const again = load.kind === 'first' ? reload : retry;
    return <ChartNotice text={storedShownText(info.exchange)} onRetry={again} />;
  }
  const onStored = load.hasBars ? () => setStoredFor(opened) : null;
  if (load.kind === 'first') {
    const reading = { startedAtMs: load.startedAtMs, onStored };
    return <FirstLoad {...firstLoad} {...reading} onRetry={reload} />;
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

/** The notice of a chart that has its bars: studies or marks are missing, or another interval stands in. */
function LoadedNotice({ controller, lackingMarks, onPartsMissing }: Props) {
  const areStudiesMissing = useAreStudiesMissing(usePreferences().studies);
  if (areStudiesMissing) {
    const retry = () => void loadTechnicalStudies();
    return <ChartNotice text={STUDIES_MISSING} isFailure onRetry={retry} />;
  }
  if (lackingMarks) {
    return <ChartNotice text={lackingMarks.text} isFailure onRetry={lackingMarks.retry} />;
  }
  if (onPartsMissing) return <ChartNotice text={PARTS_MISSING} onRetry={onPartsMissing} />;
  return <MissingInterval controller={controller} />;
}

/** Tells, until it is dismissed, that daily bars stand in for an interval that the instrument does not have. */
function MissingInterval({ controller }: Pick<Props, 'controller'>) {
  const opened = useValue(controller.opened);
  const { info, resolution, missingResolution } = useChartScreen();
  const [dismissedFor, setDismissedFor] = useState<typeof opened>(null);
  if (missingResolution === null || dismissedFor === opened) return null;
  const [missing, shown] = [RESOLUTION_LABELS[missingResolution], RESOLUTION_LABELS[resolution]];
  return (
    <ChartNotice
      text={noIntervalText(info.description, missing, shown)}
      onDismiss={() => setDismissedFor(opened)}
    />
  );
}

type NoticeProps = {
  text: string;
  /** A load failed; otherwise it is late. */
  isFailure?: boolean;
} & ({ onRetry: () => void } | { onDismiss: () => void });

/** A line at the foot of the canvas, clear of the bars: what is missing, and a retry where that may help. */
function ChartNotice({ text, isFailure, ...answer }: NoticeProps) {
  const [word, run] =
    'onRetry' in answer ? ['Retry', answer.onRetry] : ['Dismiss', answer.onDismiss];
  return (
    <div
      className={classes.notice}
      data-failure={isFailure || undefined}
      role={isFailure ? 'alert' : 'status'}
    >
      <span>{text}</span>
      <Button size="compact-sm" variant="default" className={classes.retry ?? ''} onClick={run}>
        {word}
      </Button>
    </div>
  );
}

const LONG_MS = 4 * SECOND_MS;
const TOO_LONG_MS = 15 * SECOND_MS;

type FirstLoadProps = {
  text: string;
  /** Null if unknown yet. */
  source: string | null;
  /** Null if it starts now. */
  startedAtMs: number | null;
  /** Null if another way out appears by then. */
  onRetry: (() => void) | null;
  /** Shows the stored bars; null if there are none. */
  onStored: (() => void) | null;
};

/** A symbol or its first bars are loading. After 4 s the overlay names the source, after 15 s it offers a way out. */
function FirstLoad({ text, source, startedAtMs, onRetry, onStored }: FirstLoadProps) {
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

type OverlayProps = {
  text: string;
  detail?: string | null;
  onRetry?: (() => void) | null;
  onStored?: (() => void) | null;
};

/** Covers the canvas only while bars load; everything else stays usable. Appears after 150 ms. */
export function LoadingOverlay({ text, detail, onRetry, onStored }: OverlayProps) {
  return (
    <div className={classes.overlay} role="status">
      <Loader size={24} aria-hidden="true" />
      <span>{text}</span>
      {detail && <span className={classes.detail}>{detail}</span>}
      {onRetry && (
        <div className={classes.actions}>
          <Button variant="default" onClick={onRetry}>
            Retry
          </Button>
          {onStored && (
            <Button variant="default" onClick={onStored}>
              {SHOW_STORED}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

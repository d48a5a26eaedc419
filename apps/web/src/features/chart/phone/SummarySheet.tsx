import { CloseButton } from '@mantine/core';
import type { Summary } from '@moneytrail/indicators';
import { useLayoutEffect, useState } from 'react';
import { formatPrice, formatSignedPercent } from '../../../lib/format.ts';
import type { LevelKey } from '../../../lib/levels.ts';
import { useValue } from '../../../stores/use-value.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { useSwipe } from '../../../ui/hooks/use-swipe.ts';
import { LazyPart } from '../../../ui/LazyPart.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { SIMULATED } from '../model/messages.ts';
import { usePreferences } from '../preferences/preferences.ts';
import { depthDrawer } from '../summary/depth-part.ts';
import { SessionChange } from '../summary/Figures.tsx';
import { SummaryBody } from '../summary/SummaryPanel.tsx';
import { livePriceOf } from '../summary/summary-figures.ts';
import { useSummary } from '../summary/use-summary.ts';
import { SMOOTHING_BARS, whyUnknown } from '../summary/why-unknown.ts';
import classes from './SummarySheet.module.css';

type Props = {
  depthLevel: LevelKey | null;
  onToggleDepth: (level: LevelKey) => void;
  onCloseDepth: () => void;
  /** The sheet covers nearly all of the chart, or no longer does. */
  onCover: (isCovered: boolean) => void;
};

/** The summary of a phone: a line above the toolbar that can be pulled up to half or nearly all of the screen. */
export function SummarySheet({ depthLevel, onToggleDepth, onCloseDepth, onCover }: Props) {
  const { info } = useChartScreen();
  const [stage, setStage] = useState<Stage>('peek');
  const { handle, next } = useSheetStage(stage, setStage);
  const isFull = stage === 'full';
  useLayoutEffect(() => {
    if (!isFull) return;
    onCover(true);
    return () => onCover(false);
  }, [isFull, onCover]);
  const toggleDepth = (level: LevelKey) => {
    setStage('full');
    onToggleDepth(level);
  };
  const isOpen = stage !== 'peek';
  return (
    <div className={classes.clip}>
      <section
        className={classes.sheet}
        data-stage={stage}
        aria-label="Summary"
        data-region="summary"
        data-tour="summary"
        onKeyDown={(event) => {
          if (event.key === 'Escape') setStage('peek');
        }}
      >
        <div className={classes.seen}>
          <div className={classes.head}>
            <button
              type="button"
              className={classes.peek}
              aria-expanded={isOpen}
              onClick={next}
              {...handle}
            >
              <span className={classes.handle} aria-hidden="true" />
              <span className={classes.title} data-small={!isOpen || undefined}>
                Summary {info.simulated && <Chip kind="warning">{SIMULATED}</Chip>}
              </span>
              {!isOpen && <PeekLine />}
              <span className="visually-hidden">
                {isOpen ? 'Enlarge or fold the summary' : 'Open the summary'}
              </span>
            </button>
            {isOpen && (
              <CloseButton
                size={44}
                iconSize={20}
                aria-label="Close the summary"
                onClick={() => setStage('peek')}
              />
            )}
          </div>
          {isOpen && (
            <div className={classes.body}>
              <SummaryBody depthLevel={depthLevel} onToggleDepth={toggleDepth} />
            </div>
          )}
          {isOpen && depthLevel && (
            <LazyPart
              part={depthDrawer}
              props={{ level: depthLevel, isBelow: true, onClose: onCloseDepth }}
              fallback={null}
              onGiveUp={onCloseDepth}
            />
          )}
        </div>
      </section>
    </div>
  );
}

function PeekLine() {
  const { controller } = useChartScreen();
  const summary = useSummary();
  if (!controller || !summary) return <span className={classes.line} />;
  return <PeekFigures controller={controller} summary={summary} />;
}

function PeekFigures({ controller, summary }: { controller: ChartController; summary: Summary }) {
  const { decimals } = useChartScreen();
  const { inputs } = usePreferences();
  const { longShortPercentage: longShort } = summary;
  const { price } = livePriceOf(summary, useValue(controller.lastBar));
  return (
    <span className={classes.line}>
      <strong>{formatPrice(price, decimals)}</strong>
      <span className={classes.change}>
        <span className={classes.of}>Day</span>{' '}
        <SessionChange price={price} controller={controller} reach="inButton" />
      </span>
      <span className={classes.longShort}>
        L/S{' '}
        {Number.isNaN(longShort) ? (
          whyUnknown(inputs.length + SMOOTHING_BARS, summary.barCount, 'not defined')
        ) : (
          <strong>{formatSignedPercent(longShort)}</strong>
        )}
      </span>
    </span>
  );
}

type Stage = 'peek' | 'half' | 'full';

const STAGES: readonly Stage[] = ['peek', 'half', 'full'];
const SWIPE_PX = 24;

function neighbour(stage: Stage, step: 1 | -1): Stage {
  const index = Math.min(Math.max(STAGES.indexOf(stage) + step, 0), STAGES.length - 1);
  return STAGES[index] ?? 'peek';
}

/** A swipe on the handle moves one stage up or down; `next`, a tap, opens, enlarges, then folds. */
function useSheetStage(
  stage: Stage,
  setStage: (stage: Stage) => void,
): { handle: ReturnType<typeof useSwipe>['handle']; next: () => void } {
  const { handle, takeSwipe } = useSwipe(SWIPE_PX, (direction) =>
    setStage(neighbour(stage, direction === 'up' ? 1 : -1)),
  );
  return {
    handle,
    next: () => {
      if (!takeSwipe()) setStage(stage === 'full' ? 'peek' : neighbour(stage, 1));
    },
  };
}

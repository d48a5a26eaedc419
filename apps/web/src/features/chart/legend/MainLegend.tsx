import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import { marketBehind, sourceName } from '../../../lib/source-name.ts';
import { useSelected, useValue } from '../../../stores/use-value.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { useKeys } from '../keyboard/use-keys.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { SIMULATED } from '../model/messages.ts';
import { RESOLUTION_NAMES } from '../model/resolution-labels.ts';
import {
  updatePreferences,
  usePreferences,
  useStudiesOnChart,
} from '../preferences/preferences.ts';
import type { StudyOnChart } from '../preferences/studies-on-chart.ts';
import classes from './Legend.module.css';
import { ClosedNote, OhlcValues, PricesAtCrosshair } from './OhlcValues.tsx';
import { besideButtons, EnlargeButton, EnlargedLegend } from './PaneLegends.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { StudyLine } from './StudyLine.tsx';
import { useUnfolding } from './use-unfolding.ts';

type Props = { controller: ChartController };

const ABOVE_PX = 6;

/**
 * The studies of the main pane, and hidden studies whose pane is gone: their line is the only way to show them again.
 */
function useStudiesOfMain(controller: ChartController): StudyOnChart[] {
  const panes = useValue(controller.panes);
  return useStudiesOnChart().filter(({ isVisible, standsIn }) => {
    const hasPane = panes.some((place) => place.pane === standsIn);
    return standsIn === 'main' || (!isVisible && !hasPane);
  });
}

/** The place of the main pane's legend: its lines scroll where they are higher than the pane. */
function useLegendPlace(controller: ChartController, abovePx: number) {
  const heightPx = useValue(controller.panes).find(({ pane }) => pane === 'main')?.heightPx;
  return { top: abovePx, maxHeight: heightPx === undefined ? undefined : heightPx - abovePx };
}

/** The legend of the main pane: instrument, source and status, the values of a bar, the studies. */
export function MainLegend({ controller }: Props) {
  const keys = useKeys();
  const { info, resolution, openPanel } = useChartScreen();
  const { isLegendFolded } = usePreferences();
  const studies = useStudiesOfMain(controller);
  const enlarged = useValue(controller.enlarged);
  const isEnlarged = enlarged === 'main';
  // While another pane is enlarged, the studies of this one are out of sight.
  const areStudiesSeen = enlarged === null || isEnlarged;
  const hasOtherPanes = useValue(controller.panes).length > 1;
  const toggle = () => controller.togglePane('main');
  const isFoldable = areStudiesSeen && studies.length > 0;
  const { placeLines, isUnfolded, fold, unfold } = useUnfolding(controller, {
    isFolded: isLegendFolded,
    studies,
    onChange: (isFolded) => updatePreferences({ isLegendFolded: isFolded }),
  });
  const place = useLegendPlace(controller, ABOVE_PX);
  const Chevron = isUnfolded ? IconChevronUp : IconChevronDown;
  return (
    <div className={classes.legend} style={place} data-region="legend" data-tour="signals">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the double click repeats the button in the head. */}
      <div className={classes.head} onDoubleClick={besideButtons(toggle)}>
        <button
          type="button"
          className={`${classes.code} ${classes.about}`}
          aria-label={`About ${info.name}`}
          title={`About ${info.name} (${keys({ kind: 'open', panel: { kind: 'symbol' } })})`}
          onClick={() => openPanel({ kind: 'symbol' })}
        >
          {info.name}
        </button>
        {info.simulated && <Chip kind="warning">{SIMULATED}</Chip>}
        <span className={classes.dots}>
          <span className={`${classes.dim} ${classes.description}`}>{info.description}</span>
          <span className={classes.titled} title={RESOLUTION_NAMES[resolution]}>
            {RESOLUTION_LABELS[resolution]}
          </span>
          <SourceName className={classes.titled} />
          <StatusBadge controller={controller} />
        </span>
        {isFoldable && (
          <button
            type="button"
            className={classes.fold}
            aria-expanded={isUnfolded}
            aria-label={`Indicator values${isUnfolded ? '' : `: ${studies.length}`}`}
            onClick={isUnfolded ? fold : unfold}
          >
            {!isUnfolded && studies.length}
            <Chevron size={14} stroke={1.75} />
          </button>
        )}
        <OhlcValues controller={controller} />
        {hasOtherPanes && <EnlargeButton name="price" isEnlarged={isEnlarged} onToggle={toggle} />}
      </div>
      <EnlargedLegend controller={controller} />
      {/* Never folded: no other place shows their values, and that one could not be loaded. */}
      {areStudiesSeen && <ComparedPlace controller={controller} />}
      {areStudiesSeen && (
        <div ref={placeLines} className={classes.lines} data-folded={!isUnfolded || undefined}>
          {studies.map((study) => (
            <StudyLine key={study.key} study={study} controller={controller} />
          ))}
          <ClosedNote controller={controller} />
        </div>
      )}
      <CoverageNote controller={controller} />
    </div>
  );
}

const PHONE_ABOVE_PX = 4;

/** The legend of a phone or a low window: two lines, or one, which a tap unfolds. The interval is in the toolbar. */
export function PhoneLegend({ controller }: Props) {
  const { info } = useChartScreen();
  const { isPhoneLegendOpen: isOpen } = usePreferences();
  const isAtCrosshair = useSelected(controller.legend, (legend) => legend?.isAtCrosshair ?? false);
  // The folded legend keeps its two lines: the four prices at the crosshair take the place of the names.
  const isPointing = isAtCrosshair && !isOpen;
  const studies = useStudiesOfMain(controller);
  const place = useLegendPlace(controller, PHONE_ABOVE_PX);
  return (
    <div className={classes.legend} style={place} data-region="legend" data-tour="signals">
      <button
        type="button"
        className={classes.phoneHead}
        aria-expanded={isOpen}
        onClick={() => updatePreferences({ isPhoneLegendOpen: !isOpen })}
      >
        {isPointing ? (
          <PricesAtCrosshair controller={controller} />
        ) : (
          <>
            <span className={classes.dots}>
              <span className={classes.code}>{info.name}</span>
              {info.simulated && <Chip kind="warning">{SIMULATED}</Chip>}
              <SourceName />
              <StatusBadge controller={controller} isInButton />
            </span>
            <OhlcValues controller={controller} isShort={!isOpen} isInButton>
              <ClosedNote controller={controller} />
            </OhlcValues>
          </>
        )}
      </button>
      <EnlargedLegend controller={controller} />
      <ComparedPlace controller={controller} />
      {isOpen && (
        <div className={classes.lines}>
          {studies.map((study) => (
            <StudyLine key={study.key} study={study} controller={controller} />
          ))}
        </div>
      )}
      <CoverageNote controller={controller} />
    </div>
  );
}

/** The source; one that nobody knows by its name explains itself. */
function SourceName({ className }: { className?: string | undefined }) {
  const { exchange } = useChartScreen().info;
  return (
    <span className={className} data-term={marketBehind(exchange) ? 'bvg' : undefined}>
      {sourceName(exchange)}
    </span>
  );
}

/** Shown when the instrument's whole history is shorter than the studies need. */
function CoverageNote({ controller }: Props) {
  const coverage = useValue(controller.coverage);
  if (!coverage?.reachedBeginning || coverage.barCount >= coverage.neededBars) return null;
  return (
    <span className={classes.note}>
      <Chip kind="info">
        Short history: {coverage.barCount} bars, some studies need {coverage.neededBars}
      </Chip>
    </span>
  );
}

const comparedRows = lazyPart(
  async () => (await import('../compare/ComparedRows.tsx')).ComparedRows,
);

/** The compared instruments; their code is loaded with the first of them. */
function ComparedPlace({ controller }: { controller: ChartController }) {
  const [isGivenUp, setGivenUp] = useState(false);
  const { length } = useValue(controller.compared);
  if (length === 0 || isGivenUp) return null;
  return (
    <LazyPart
      part={comparedRows}
      props={{ controller }}
      fallback={null}
      onGiveUp={() => setGivenUp(true)}
    />
  );
}

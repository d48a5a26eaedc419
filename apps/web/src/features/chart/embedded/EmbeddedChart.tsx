import { Skeleton } from '@mantine/core';
import type { Resolution } from '@moneytrail/calendar';
import type { ChartLayout } from '@moneytrail/chart';
import type { Mark, SymbolInfo } from '@moneytrail/contract';
import { DEFAULT_INPUTS } from '@moneytrail/indicators';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { decimalsOf, formatPrice } from '../../../lib/format.ts';
import { formatBarTime } from '../../../lib/format-time.ts';
import { sourceName } from '../../../lib/source-name.ts';
import { useTechnicalCode } from '../../../stores/technical-studies.ts';
import { useTheme } from '../../../stores/theme.ts';
import { useValue } from '../../../stores/use-value.ts';
import { type ChartController, createChartController } from '../controller/chart-controller.ts';
import { useOpenChart, useRetryWhenBack } from '../controller/use-chart.ts';
import { studiesOfDrawings } from '../drawings/studies-of-drawings.ts';
import { describeBar, useBarReader } from '../keyboard/use-bar-reader.ts';
import { canvasTheme, zoneOf } from '../model/chart-look.ts';
import { NONE_CLOSED, offlineText } from '../model/messages.ts';
import { RESOLUTION_NAMES } from '../model/resolution-labels.ts';
import { LoadFailed } from '../notices/LoadFailed.tsx';
import { presentPreferences, usePreferences } from '../preferences/preferences.ts';
import { useTechnicalStudiesOf } from '../preferences/use-technical-studies.ts';
import classes from './EmbeddedChart.module.css';

const USUAL_RESOLUTION = '1D';
const MANY_BARS = 10;
/** The levels that the marks are computed from, with their published lengths. */
const STUDIES = (['shortTermLevels', 'longTermLevels'] as const).map((id) => ({
  key: id,
  id,
  inputs: DEFAULT_INPUTS,
  isVisible: true,
}));
/** Bars are narrower than on the large chart, which shows more days. */
const FIRST_ZOOM = 0.75;
const GUIDES = {
  hasGrid: true,
  hasLastPriceLine: true,
  hasCountdown: false,
  hasSessionBreaks: false,
  hasTags: true,
};

type Props = {
  info: SymbolInfo;
  /** Null while they are loading. */
  marks: readonly Mark[] | null;
  isExchangeOffline: boolean;
  /** The bars' interval; a day if left out. */
  resolution?: Resolution;
  /** Shown as it was saved, instead of bars with levels. It must stay the same. */
  layout?: ChartLayout;
};

const resolutionOf = (
  layout: ChartLayout | undefined,
  chosen: Resolution | undefined,
): Resolution => layout?.resolution ?? chosen ?? USUAL_RESOLUTION;

/**
 * A small chart inside a scrolling page: `place` is the ref of its element, `controller` exists while the element does. It
 * follows the theme and the bar colours of the live chart, and none of its other settings.
 */
function useEmbeddedChart({ info, marks, isExchangeOffline, layout, resolution }: Props): {
  place: (element: HTMLElement | null) => void;
  controller: ChartController | null;
} {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [controller, setController] = useState<ChartController | null>(null);
  const theme = useTheme();
  const { colours } = usePreferences();
  useEffect(() => {
    if (!element) return;
    const created = createChartController(element, {
      theme: canvasTheme('light', presentPreferences().colours),
      zone: zoneOf('exchange', 'Etc/UTC'),
      studies: STUDIES,
      now: serverClock.now,
      isEmbedded: true,
    });
    if (layout) {
      created.engine.applyLayout(layout);
    } else {
      created.engine.setVolume(false);
      created.engine.setGuides(GUIDES);
      created.engine.zoom(FIRST_ZOOM);
    }
    setController(created);
    return () => {
      setController(null);
      created.dispose();
    };
  }, [element, layout]);
  const technicalCode = useTechnicalCode();
  useTechnicalStudiesOf(layout ? [...layout.studies, ...studiesOfDrawings(layout.drawings)] : []);
  useEffect(() => {
    if (technicalCode === 'loaded' && layout) controller?.engine.setStudies(layout.studies);
  }, [controller, layout, technicalCode]);
  useEffect(
    () => controller?.engine.setTheme(canvasTheme(theme, colours)),
    [controller, theme, colours],
  );
  useEffect(() => {
    controller?.engine.setPublishedMarks(marks ?? []);
  }, [controller, marks]);
  useOpenChart(controller, info, resolutionOf(layout, resolution), false);
  useRetryWhenBack(controller, isExchangeOffline);
  return { place: setElement, controller };
}

/**
 * Bars with levels and published marks, or the bars of a layout, sized by their container. The page around them
 * keeps scrolling.
 */
export function EmbeddedChart(props: Props) {
  const { info, isExchangeOffline, layout } = props;
  const resolution = resolutionOf(layout, props.resolution);
  const { place, controller } = useEmbeddedChart(props);
  const descriptionId = useId();
  const setting = {
    resolution,
    zone: info.timezone,
    decimals: decimalsOf(info.pricescale),
  };
  const { words, read } = useBarReader({ ...setting, controller });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape') controller?.engine.hideCrosshair();
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const bars = event.shiftKey ? MANY_BARS : 1;
    controller?.engine.moveCrosshair(event.key === 'ArrowLeft' ? -bars : bars);
    read();
  };
  return (
    <div className={classes.area}>
      <div
        ref={place}
        className={classes.canvas}
        role="application"
        aria-label={`${info.name} ${RESOLUTION_NAMES[resolution]} chart, ${sourceName(info.exchange)}`}
        aria-describedby={descriptionId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys: arrows read the bars.
        tabIndex={0}
        onKeyDown={onKeyDown}
      />
      {controller && (
        <>
          <BarReading controller={controller} setting={setting} />
          <LastClosed id={descriptionId} controller={controller} setting={setting} />
          <LoadNotice controller={controller} info={info} />
        </>
      )}
      {isExchangeOffline && <p className={classes.offline}>{offlineText(info.exchange)}</p>}
      <p className="visually-hidden" role="status">
        {words}
      </p>
    </div>
  );
}

type Setting = Parameters<typeof describeBar>[2];

/** The chart's description for screen readers. */
function LastClosed(props: { id: string; controller: ChartController; setting: Setting }) {
  const { id, controller, setting } = props;
  useValue(controller.closed);
  const [closed] = controller.engine.closedBars(1);
  return (
    <p id={id} className="visually-hidden">
      {closed ? `Last closed bar ${describeBar(closed, null, setting)}` : NONE_CLOSED}
    </p>
  );
}

/** Shown while the first bars are loading, and where they could not be loaded. */
function LoadNotice({ controller, info }: { controller: ChartController; info: SymbolInfo }) {
  const load = useValue(controller.toldLoad);
  const opened = useValue(controller.opened);
  const isPending = opened === null || (load.kind === 'first' && !load.hasBars);
  if (isPending) return <Skeleton className={classes.pending ?? ''} radius={0} />;
  if (load.kind !== 'failed' || load.hasBars) return null;
  const { exchange, name } = info;
  return (
    <LoadFailed
      what={`the chart of ${name}`}
      source={exchange}
      error={load.cause}
      onRetry={controller.engine.retry}
    />
  );
}

/** Day, close and mark of the bar at the crosshair, otherwise of the newest one. */
function BarReading({ controller, setting }: { controller: ChartController; setting: Setting }) {
  const legend = useValue(controller.legend);
  if (!legend?.bar) return null;
  const { resolution, zone, decimals } = setting;
  const { bar, mark, isAtCrosshair } = legend;
  const said = isAtCrosshair ? mark : null;
  return (
    <p className={classes.reading} aria-hidden="true">
      <span>{formatBarTime(bar.time, resolution, zone)}</span>
      <span>
        {isAtCrosshair ? 'Close' : 'Price'} <strong>{formatPrice(bar.close, decimals)}</strong>
      </span>
      {said && (
        <span>
          {said.side === 'buy' ? '▲ BUY' : '▼ SELL'}
          {said.strong ? ', strong' : ''}
        </span>
      )}
    </p>
  );
}

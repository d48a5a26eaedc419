import { Skeleton } from '@mantine/core';
import type { SymbolInfo } from '@moneytrail/contract';
import { type KeyboardEvent, useId } from 'react';
import { decimalsOf } from '../../../lib/format.ts';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { describeBar, useBarReader } from '../keyboard/use-bar-reader.ts';
import { NONE_CLOSED, offlineText } from '../model/messages.ts';
import { LoadFailed } from '../notices/LoadFailed.tsx';
import { BarReading } from './BarReading.tsx';
import classes from './EmbeddedChart.module.css';
import { type EmbeddedChartProps, useEmbeddedChart } from './use-embedded-chart.ts';

const RESOLUTION = '1D';
const MANY_BARS = 10;

/** Daily bars with levels and published marks, as large as what it stands in. The page around it keeps its scrolling. */
export function EmbeddedChart(props: EmbeddedChartProps) {
  const { info, isExchangeOffline } = props;
  const { place, controller } = useEmbeddedChart(props);
  const descriptionId = useId();
  const setting = {
    resolution: RESOLUTION,
    zone: info.timezone,
    decimals: decimalsOf(info.pricescale),
  } as const;
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
        aria-label={`${info.name} ${RESOLUTION} chart, ${info.exchange}`}
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

/** Describes the chart to screen readers. */
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

/** While the first bars are on their way, and where they did not come. */
function LoadNotice({ controller, info }: { controller: ChartController; info: SymbolInfo }) {
  const load = useValue(controller.load);
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

import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import { IconArrowsMaximize, IconArrowsMinimize, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { sourceName } from '../../../lib/source-name.ts';
import { useValue } from '../../../stores/use-value.ts';
import { useChartScreen } from '../model/chart-context.ts';
import classes from './ChartCells.module.css';
import { closeCharts } from './close-charts.ts';

type Props = {
  id: string;
  /** Beside the name. */
  children?: ReactNode;
};

/** The title of one chart of several. A double click gives it the whole area, or its place again. */
export function CellStrip({ id, children }: Props) {
  const { cells, info, resolution, activate, closeCell } = useChartScreen();
  const { activeId, isEnlarged } = useValue(cells.state);
  const isActive = id === activeId;
  const isLarge = isActive && isEnlarged;
  const Icon = isLarge ? IconArrowsMinimize : IconArrowsMaximize;
  const toggle = () => {
    if (!isActive) activate(id);
    cells.enlarge(!isLarge);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the strip's buttons do the same.
    <div className={classes.strip} onDoubleClick={toggle}>
      <button
        type="button"
        className={classes.name}
        aria-pressed={isActive}
        onClick={() => activate(id)}
      >
        <span className={classes.code}>{info.name}</span>
        <span>{RESOLUTION_LABELS[resolution]}</span>
        <span className={classes.source}>{sourceName(info.exchange)}</span>
      </button>
      {children}
      <span className={classes.tools}>
        <button
          type="button"
          className={classes.tool}
          aria-label={isLarge ? 'Show all charts' : `Enlarge ${info.name}`}
          onClick={toggle}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <Icon size={16} stroke={1.75} />
        </button>
        <button
          type="button"
          className={classes.tool}
          aria-label={`Close ${info.name}`}
          onClick={() => closeCharts(cells, `${info.name} closed.`, () => closeCell(id))}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <IconX size={16} stroke={1.75} />
        </button>
      </span>
    </div>
  );
}

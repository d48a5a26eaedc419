import { CloseButton, Skeleton } from '@mantine/core';
import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import type { DepthRow, Summary } from '@moneytrail/indicators';
import { formatPrice } from '../../../lib/format.ts';
import { isLongTerm, type LevelKey, levelName } from '../../../lib/levels.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { useChartScreen } from '../model/chart-context.ts';
import { RESOLUTION_NAMES } from '../model/resolution-labels.ts';
import { usePreferences } from '../preferences/preferences.ts';
import classes from './DepthDrawer.module.css';
import { BarTime } from './Figures.tsx';
import { useSummary } from './use-summary.ts';
import { whyNoRows } from './why-unknown.ts';

type Props = {
  level: LevelKey;
  /** Covers the lower half of the summary, if there is no room beside it. */
  isBelow?: boolean;
  onClose: () => void;
};

/** The bars behind a level, between the chart and the summary or over its lower half. */
export function DepthDrawer({ level, isBelow, onClose }: Props) {
  const name = levelName(level);
  return (
    <section
      className={classes.drawer}
      data-below={isBelow || undefined}
      aria-label={`${name} depth`}
    >
      <header className={classes.head}>
        <h2 className={classes.title}>{name}: now and next</h2>
        <CloseButton
          size="var(--control)"
          iconSize={20}
          aria-label="Close depth"
          onClick={onClose}
        />
      </header>
      <DepthTable level={level} summary={useSummary()} />
    </section>
  );
}

type TableProps = { level: LevelKey; summary: Summary | null };

export function DepthTable({ level, summary }: TableProps) {
  const { inputs } = usePreferences();
  const length = isLongTerm(level) ? inputs.longTermLength : inputs.shortTermLength;
  if (!summary) return <Skeleton className={classes.pending ?? ''} aria-hidden="true" />;
  const rows = summary.levels[level].depth;
  if (rows.length > 0) return <Rows level={level} rows={rows} length={length} />;
  return <p className={classes.empty}>{whyNoRows(length, summary.barCount)}</p>;
}

type RowsProps = {
  level: LevelKey;
  rows: readonly DepthRow[];
  /** Length of the level's window, bars. */
  length: number;
};

/**
 * All rows of a level's depth, newest first; the last row is the present level. Hovering a row puts the crosshair on
 * its bar if that is in view; pressing or focusing it brings the bar into view.
 */
function Rows({ level, rows, length }: RowsProps) {
  const { controller, decimals, resolution, zone } = useChartScreen();
  const engine = controller?.engine;
  const reveal = (row: DepthRow) => engine?.showCrosshairAt(row.time, { isRevealed: true });
  return (
    <ScrollRegion className={classes.scroller} label="All rows">
      <p className={classes.help}>
        The last row is the level now. Once it is {length} bars old, the row above takes over.
      </p>
      <table className={classes.table}>
        <caption className="visually-hidden">{levelName(level)} over time, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Close</th>
            <th scope="col">Resolution</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr
              key={row.time}
              aria-current={index === rows.length - 1 || undefined}
              onPointerEnter={() => engine?.showCrosshairAt(row.time)}
              onPointerLeave={() => engine?.hideCrosshair()}
            >
              <td>
                <button
                  type="button"
                  className={classes.time}
                  onFocus={() => reveal(row)}
                  onClick={() => reveal(row)}
                  onBlur={() => engine?.hideCrosshair()}
                >
                  <BarTime timeMs={row.time} resolution={resolution} zone={zone} />
                </button>
              </td>
              <td>{formatPrice(row.value, decimals)}</td>
              <td title={RESOLUTION_NAMES[resolution]}>{RESOLUTION_LABELS[resolution]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

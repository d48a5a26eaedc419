import { gridPlaces } from '@moneytrail/chart/model';
import type { CSSProperties, ReactNode } from 'react';
import { useValue } from '../../../stores/use-value.ts';
import { Urgent } from '../../../ui/hooks/use-when-idle.ts';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import { useChartScreen } from '../model/chart-context.ts';
import { useChartLayout } from '../model/use-chart-layout.ts';
import { PanePills } from '../phone/PaneChooser.tsx';
import classes from './ChartCells.module.css';

const furtherCells = lazyPart(async () => (await import('./FurtherCells.tsx')).FurtherCells);
const cellStrip = lazyPart(async () => (await import('./CellStrip.tsx')).CellStrip);
const cellDots = lazyPart(async () => (await import('./CellDots.tsx')).CellDots);

/** Lines of the grid for shares of its size. */
function tracks(shares: readonly number[]): string {
  return shares.map((share) => `minmax(0, ${share}fr)`).join(' ');
}

/** The place of a chart among `count`. */
function placeStyle(index: number, count: number): CSSProperties {
  const place = gridPlaces(count)[index];
  if (!place) return {};
  const { column, columnEnd, row, rowEnd } = place;
  return { gridColumn: `${column} / ${columnEnd}`, gridRow: `${row} / ${rowEnd}` };
}

const FURTHER = { styleOf: placeStyle };
const ignore = () => {};

/** The active chart, and the others of the page in their places. A phone shows the active one alone. */
export function ChartCellsArea({ children }: { children: ReactNode }) {
  const { cells, onlyPane, choosePane } = useChartScreen();
  const { cells: all, activeId, columns, rows, isEnlarged } = useValue(cells.state);
  const layout = useChartLayout();
  const isMany = all.length > 1;
  const isGrid = isMany && layout === 'wide';
  const index = all.findIndex(({ id }) => id === activeId);
  const style = isGrid
    ? { gridTemplateColumns: tracks(columns), gridTemplateRows: tracks(rows) }
    : {};
  return (
    <div className={classes.cells} style={style} data-charts={all.length}>
      <div
        className={classes.cell}
        // Without a place in the grid, the enlarged chart covers all of it.
        style={isGrid && !isEnlarged ? placeStyle(index, all.length) : {}}
        data-active={isGrid || undefined}
        data-enlarged={(isGrid && isEnlarged) || undefined}
      >
        {isGrid && (
          <LazyPart
            part={cellStrip}
            props={{ id: activeId }}
            onGiveUp={ignore}
            fallback={<div className={classes.strip} />}
          />
        )}
        {isMany && !isGrid && (
          <LazyPart part={cellDots} props={{}} onGiveUp={ignore} fallback={null} />
        )}
        {children}
        {onlyPane && !isGrid && layout !== 'low' && (
          <PanePills choice={onlyPane} onChoose={choosePane} />
        )}
      </div>
      {isGrid && (
        <LazyPart part={furtherCells} props={FURTHER} onGiveUp={ignore} fallback={<Urgent />} />
      )}
    </div>
  );
}

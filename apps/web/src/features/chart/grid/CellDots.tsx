import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { symbolQuery } from '../../../api/queries.ts';
import { useValue } from '../../../stores/use-value.ts';
import { useChartScreen } from '../model/chart-context.ts';
import classes from './ChartCells.module.css';

/** A finger moves at least this far to the side to change the chart. */
const SWIPE_PX = 40;

/** Eight names are wider than a phone. */
function bringIntoView(dot: HTMLElement | null): void {
  dot?.scrollIntoView({ inline: 'center', block: 'nearest' });
}

/** The charts of the page above the only one that a small screen shows; a swipe over them goes to the next one. */
export function CellDots() {
  const { cells, info, resolution, activate } = useChartScreen();
  const { cells: all, activeId } = useValue(cells.state);
  const shown = { symbol: info.ticker, resolution };
  const startX = useRef<number | null>(null);
  const goBy = (step: number) => {
    const index = all.findIndex(({ id }) => id === activeId);
    const next = all[index + step];
    if (next) activate(next.id);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons is no part of a form.
    <div
      className={classes.dots}
      role="group"
      aria-label="Charts of this page"
      onPointerDown={({ clientX }) => {
        startX.current = clientX;
      }}
      onPointerUp={({ clientX }) => {
        const movedPx = startX.current === null ? 0 : clientX - startX.current;
        startX.current = null;
        if (Math.abs(movedPx) >= SWIPE_PX) goBy(movedPx < 0 ? 1 : -1);
      }}
    >
      {all.map(({ id, ...at }) => {
        const isActive = id === activeId;
        const { symbol, resolution: interval } = isActive ? shown : at;
        return (
          <button
            key={id}
            type="button"
            ref={isActive ? bringIntoView : null}
            className={classes.dot}
            aria-pressed={isActive}
            onClick={() => activate(id)}
          >
            <SymbolName symbol={symbol} /> {RESOLUTION_LABELS[interval]}
          </button>
        );
      })}
    </div>
  );
}

/** The name of an instrument; its ticker until that is known. */
function SymbolName({ symbol }: { symbol: string }) {
  const { data } = useQuery(symbolQuery(symbol));
  return data?.name ?? symbol;
}

import { Menu } from '@mantine/core';
import type { ChartLink } from '@moneytrail/chart';
import { CHART_COUNTS, CHART_LINKS, gridPlaces, gridShape } from '@moneytrail/chart/model';
import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../../stores/toasts.ts';
import { useValue } from '../../../stores/use-value.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { RadioItems } from '../pointing/RadioItems.tsx';
import { useRecentSymbols } from '../search/recent-symbols.ts';
import { arrangeAsStep, closeCharts, setChartCount } from './arrangement.ts';

const LINK_LABELS: Readonly<Record<ChartLink, string>> = {
  symbol: 'Symbol',
  interval: 'Interval',
  crosshair: 'Crosshair',
  time: 'Visible time',
  drawings: 'Drawings of the same symbol',
  studies: 'Indicators',
};

const SAMPLE = { width: 24, height: 16 };

/** A small picture of the charts' places. */
function GridSample({ count }: { count: number }) {
  const { columns, rows } = gridShape(count);
  const [width, height] = [SAMPLE.width / columns, SAMPLE.height / rows];
  return (
    <svg {...SAMPLE} aria-hidden="true" fill="none" stroke="currentColor">
      {gridPlaces(count).map(({ column, columnEnd, row, rowEnd }) => (
        <rect
          key={`${column} ${row}`}
          x={(column - 1) * width + 0.5}
          y={(row - 1) * height + 0.5}
          width={(columnEnd - column) * width - 1}
          height={(rowEnd - row) * height - 1}
        />
      ))}
    </svg>
  );
}

/** Sets the number of charts; new ones show instruments that are not on the page. */
export function useChartCount(): (count: number) => void {
  const screen = useChartScreen();
  const { cells, info } = screen;
  const queryClient = useQueryClient();
  const recent = useRecentSymbols();
  return (count) => {
    const { cells: all, activeId } = cells.state.get();
    const others = all.filter(({ id }) => id !== activeId).map(({ symbol }) => symbol);
    const missing = count - all.length;
    if (missing <= 0) {
      const text = missing === -1 ? '1 chart closed.' : `${-missing} charts closed.`;
      if (missing < 0) closeCharts(screen, text, () => setChartCount(cells, count, []));
      return;
    }
    import('./find-symbols-for-new.ts')
      .then(({ findSymbolsForNew }) =>
        findSymbolsForNew(queryClient, { shown: [info.ticker, ...others], recent }, missing),
      )
      .then(
        (symbols) => arrangeAsStep(cells, () => setChartCount(cells, count, symbols)),
        () => showToast({ kind: 'error', text: 'The charts could not be added.' }),
      );
  };
}

/** The number of charts, as items of a menu. */
export function CountItems() {
  const { cells } = useChartScreen();
  const { cells: all } = useValue(cells.state);
  const setCount = useChartCount();
  return (
    <RadioItems
      chosen={all.length}
      items={CHART_COUNTS.map((count) => ({
        value: count as number,
        label: count === 1 ? 'One chart' : `${count} charts`,
        sample: <GridSample count={count} />,
      }))}
      onChoose={setCount}
    />
  );
}

/** A key that opened the menu before its items were there leads to the first of them. */
function focusFirst(mark: HTMLElement | null): void {
  const menu = mark?.closest<HTMLElement>('[role="menu"]');
  if (menu && menu === document.activeElement) {
    menu.querySelector<HTMLElement>('[data-menu-item]:not([data-disabled])')?.focus();
  }
}

/** The number of charts and what they share, as items of a menu. */
export function GridItems() {
  const { cells } = useChartScreen();
  const { cells: all, links } = useValue(cells.state);
  return (
    <>
      <CountItems />
      <span hidden ref={focusFirst} />
      {all.length > 1 && (
        <>
          <Menu.Divider />
          <Menu.Label>All charts share</Menu.Label>
          {CHART_LINKS.map((link) => (
            <Menu.CheckboxItem
              key={link}
              checked={links[link]}
              onChange={(isOn) => cells.setLinks({ ...links, [link]: isOn })}
            >
              {LINK_LABELS[link]}
            </Menu.CheckboxItem>
          ))}
        </>
      )}
    </>
  );
}

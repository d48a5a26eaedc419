import { Checkbox } from '@mantine/core';
import type { AnyFigure, ScreenColumn, ScreenRow, SnapshotResolution } from '@moneytrail/contract';
import { Link } from '@tanstack/react-router';
import { directionOf } from '../../../lib/format.ts';
import { deviceZone, formatBarTime } from '../../../lib/format-time.ts';
import { sourceName } from '../../../lib/source-name.ts';
import { shownCode } from '../../../lib/ticker-code.ts';
import { TYPE_NAMES } from '../../../lib/type-names.ts';
import { paths } from '../../../paths.ts';
import { useSelected } from '../../../stores/use-value.ts';
import { Chip } from '../../../ui/Chip.tsx';
import type { TableColumn } from '../../../ui/data-table/use-data-table.ts';
import { columnNames, figureOf, figureText, hasDirection, isFigure, valueIn } from '../figures.ts';
import classes from './ScreenTable.module.css';
import { reached, selection, toggleSelected } from './selection.ts';
import { rowChanges } from './use-steady-rows.ts';

/** The chart of a row at the screen's interval. */
export const chartSearch = (symbol: string, resolution: SnapshotResolution) => ({
  symbol,
  resolution,
});

function SelectRow({ row }: { row: ScreenRow }) {
  const isSelected = useSelected(selection, (symbols) => symbols.has(row.symbol));
  return (
    <Checkbox
      size="xs"
      aria-label={`Select ${shownCode(row.symbol)}`}
      checked={isSelected}
      onChange={() => toggleSelected(row.symbol)}
    />
  );
}

const CHANGE_WORDS = { entered: 'New', left: 'Left' } as const;

type CellProps = { row: ScreenRow; resolution: SnapshotResolution };

/** The code, which opens the chart, and the description; what has become of the row is said for a moment. */
function SymbolCell({ row, resolution }: CellProps) {
  const { symbol, description, simulated, time } = row;
  const lastBar =
    time === null ? '' : `\nLast bar: ${formatBarTime(time, resolution, deviceZone())}`;
  const change = useSelected(rowChanges, (changes) => changes.get(symbol)?.kind ?? null);
  const isReached = useSelected(reached, (present) => present === symbol);
  return (
    <span
      className={classes.symbol}
      data-change={change ?? undefined}
      data-reached={isReached || undefined}
    >
      <Link
        className={classes.code ?? ''}
        to={paths.liveChart}
        search={chartSearch(symbol, resolution)}
        draggable={false}
      >
        {shownCode(symbol)}
      </Link>
      <span className={classes.description} title={`${description}${lastBar}`}>
        {description}
      </span>
      {change && (
        <Chip kind={change === 'entered' ? 'info' : 'neutral'}>{CHANGE_WORDS[change]}</Chip>
      )}
      {simulated && <Chip kind="warning">Simulated</Chip>}
    </span>
  );
}

function SessionCell({ isOpen }: { isOpen: boolean }) {
  return (
    <span className={classes.session} data-open={isOpen || undefined}>
      {isOpen ? '● Open' : '○ Closed'}
    </span>
  );
}

const markWords = ({ mark }: ScreenRow) =>
  mark ? `${mark.side === 'buy' ? '▲ BUY' : '▼ SELL'}${mark.strong ? ' strong' : ''}` : '–';

function MarkCell({ row, resolution }: CellProps) {
  const { mark, figures, priceScale } = row;
  const age = figures.markAgeDays;
  if (!mark) return '–';
  return (
    <span title={formatBarTime(mark.time, resolution, deviceZone())}>
      <span className={classes.direction} data-direction={mark.side === 'buy' ? 'up' : 'down'}>
        {markWords(row)}
      </span>
      {age !== null && (
        <span className={classes.age}> · {figureText('markAgeDays', age, priceScale)}</span>
      )}
    </span>
  );
}

const PRICE_PX = 96;
const LEAST_PX = 84;
/** The heading with the arrow of the sorted column beside it. */
const headPx = (head: string) => 40 + head.length * 7;

function figureColumn(name: AnyFigure): TableColumn<ScreenRow> {
  const { head, kind, title } = figureOf(name);
  const text = (row: ScreenRow) => figureText(name, valueIn(row, name), row.priceScale);
  return {
    id: name,
    head,
    ...(title !== undefined && { title }),
    text,
    ...(hasDirection(name) && {
      cell: (row) => (
        <span className={classes.direction} data-direction={directionOf(valueIn(row, name))}>
          {text(row)}
        </span>
      ),
    }),
    widthPx: Math.max(kind === 'price' ? PRICE_PX : LEAST_PX, headPx(head)),
    isSortable: true,
    isNumber: true,
  };
}

function factColumn(
  id: Exclude<ScreenColumn, AnyFigure>,
  resolution: SnapshotResolution,
): Omit<TableColumn<ScreenRow>, 'id' | 'head'> {
  switch (id) {
    case 'exchange':
      return { text: ({ exchange }) => sourceName(exchange), widthPx: 96 };
    case 'type':
      return { text: ({ type }) => TYPE_NAMES[type], widthPx: 112 };
    case 'session':
      return {
        text: ({ isOpen }) => (isOpen ? 'Open' : 'Closed'),
        cell: ({ isOpen }) => <SessionCell isOpen={isOpen} />,
        widthPx: 84,
      };
    case 'mark':
      return {
        text: markWords,
        cell: (row) => <MarkCell row={row} resolution={resolution} />,
        widthPx: 152,
        isSortable: true,
      };
  }
}

const isFact = (id: ScreenColumn): id is Exclude<ScreenColumn, AnyFigure> => !isFigure(id);

/** The columns of the table: a choice, the symbol, and the chosen ones in their order. */
export function tableColumns(
  chosen: readonly ScreenColumn[],
  resolution: SnapshotResolution,
): TableColumn<ScreenRow>[] {
  return [
    {
      id: 'select',
      head: 'Select',
      text: () => '',
      cell: (row) => <SelectRow row={row} />,
      widthPx: 40,
      role: 'select',
    },
    {
      id: 'symbol',
      head: 'Symbol',
      text: ({ symbol }) => symbol,
      cell: (row) => <SymbolCell row={row} resolution={resolution} />,
      widthPx: 272,
      isSortable: true,
      role: 'title',
    },
    ...chosen.map((id) =>
      isFact(id)
        ? { id, head: columnNames(id).head, ...factColumn(id, resolution) }
        : figureColumn(id),
    ),
  ];
}

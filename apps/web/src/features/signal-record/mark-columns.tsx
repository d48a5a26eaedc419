import type { Resolution } from '@moneytrail/calendar';
import type { RecordedMark, RecordHorizon } from '@moneytrail/contract';
import { Link } from '@tanstack/react-router';
import { barPlace } from '../../lib/bar-place.ts';
import { formatPrice, formatSignedPercent } from '../../lib/format.ts';
import { formatBarTime, formatMoment } from '../../lib/format-time.ts';
import { sortedBy } from '../../lib/sorted-by.ts';
import { paths } from '../../paths.ts';
import type { TableColumn, TableSort } from '../../ui/data-table/use-data-table.ts';
import { REASONS } from './texts.ts';

type Given = {
  symbol: string;
  resolution: Resolution;
  decimals: number;
  zone: string;
  horizons: readonly RecordHorizon[];
};

/** The bar of a mark in the live chart. */
export function chartOf({ time }: RecordedMark, { symbol, resolution }: Given) {
  return { symbol, resolution, at: barPlace(time, resolution) };
}

const outcomeText = (outcome: RecordedMark['outcomes'][number] | undefined) =>
  typeof outcome === 'object' ? formatSignedPercent(outcome.move) : outcome ? REASONS[outcome] : '';

export function markColumns(given: Given): TableColumn<RecordedMark>[] {
  const { resolution, zone, decimals, horizons } = given;
  const barText = ({ time }: RecordedMark) => formatBarTime(time, resolution, zone);
  return [
    {
      id: 'time',
      head: 'Bar',
      text: barText,
      cell: (mark) => (
        <Link to={paths.liveChart} search={chartOf(mark, given)}>
          {barText(mark)}
        </Link>
      ),
      widthPx: 190,
      leastPx: 110,
      isSortable: true,
      role: 'title',
    },
    {
      id: 'side',
      head: 'Mark',
      text: ({ side, strong }) =>
        `${side === 'buy' ? '▲ BUY' : '▼ SELL'}${strong ? ' · strong' : ''}`,
      widthPx: 120,
      isSortable: true,
    },
    {
      id: 'published',
      head: 'Published',
      text: ({ publishedAt, corrected }) =>
        publishedAt === null
          ? 'computed'
          : `${formatMoment(publishedAt, zone)}${corrected ? ' · bar corrected later' : ''}`,
      widthPx: 190,
      leastPx: 110,
      isSortable: true,
    },
    {
      id: 'entry',
      head: 'Entry',
      text: ({ entryPrice }) =>
        entryPrice === null ? 'not yet' : formatPrice(entryPrice, decimals),
      widthPx: 110,
      isSortable: true,
      isNumber: true,
    },
    ...horizons.map(
      ({ bars }, place): TableColumn<RecordedMark> => ({
        id: `after-${bars}`,
        head: `After ${bars}`,
        text: ({ outcomes }) => outcomeText(outcomes[place]),
        widthPx: 110,
        isSortable: true,
        isNumber: true,
      }),
    ),
  ];
}

/** The value that a column sorts by; null for none, which comes last in either direction. */
function sortValue(
  mark: RecordedMark,
  id: string,
  horizons: readonly RecordHorizon[],
): number | null {
  if (id === 'time') return mark.time;
  if (id === 'side') return (mark.side === 'buy' ? 0 : 2) + (mark.strong ? 0 : 1);
  if (id === 'published') return mark.publishedAt;
  if (id === 'entry') return mark.entryPrice;
  const place = horizons.findIndex(({ bars }) => id === `after-${bars}`);
  const outcome = mark.outcomes[place];
  return typeof outcome === 'object' ? outcome.move : null;
}

/** Sorted marks; without a sort the newest first. */
export function sortedMarks(
  marks: readonly RecordedMark[],
  sort: TableSort | null,
  horizons: readonly RecordHorizon[],
): RecordedMark[] {
  const { id, isDescending } = sort ?? { id: 'time', isDescending: true };
  return sortedBy(marks, (mark) => sortValue(mark, id, horizons), { isDescending });
}

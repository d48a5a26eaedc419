import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronLeftPipe, IconChevronRight } from '@tabler/icons-react';
import { formatPrice } from '../../lib/format.ts';
import classes from './Pager.module.css';

export const PAGE_SIZES = ['10', '25', '50', '100', 'all'] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

type Props = {
  /** The rows' name for screen readers: `users`. */
  what: string;
  pageSize: PageSize;
  /** Counted from 1. */
  page: number;
  /** Rows on this page. */
  count: number;
  /** Null while unknown. */
  total: number | null;
  onChange: (to: { page: number; pageSize: PageSize }) => void;
};

export function Pager({ what, pageSize, page, count, total, onChange }: Props) {
  const size = pageSize === 'all' ? 0 : Number(pageSize);
  const first = (page - 1) * size + 1;
  const last = first + count - 1;
  const goTo = (to: number) => onChange({ page: to, pageSize });
  return (
    <nav className={classes.pager} aria-label={`Pages of ${what}`}>
      <NativeSelect
        aria-label="Rows per page"
        data={PAGE_SIZES.map((value) => ({ value, label: value === 'all' ? 'All' : value }))}
        value={pageSize}
        onChange={({ currentTarget }) => {
          const chosen = PAGE_SIZES.find((each) => each === currentTarget.value);
          if (chosen) onChange({ page: 1, pageSize: chosen });
        }}
        className={classes.size ?? ''}
      />
      <span className={classes.range} role="status">
        {count > 0 &&
          total !== null &&
          `${formatPrice(first, 0)}–${formatPrice(last, 0)} of ${formatPrice(total, 0)}`}
        {count === 0 && total === 0 && 'None'}
      </span>
      {pageSize !== 'all' && (
        <>
          <ActionIcon
            variant="subtle"
            aria-label="First page"
            disabled={page === 1}
            onClick={() => goTo(1)}
          >
            <IconChevronLeftPipe size={20} stroke={1.75} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            aria-label="Previous page"
            disabled={page === 1}
            onClick={() => goTo(page - 1)}
          >
            <IconChevronLeft size={20} stroke={1.75} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            aria-label="Next page"
            disabled={total === null || last >= total}
            onClick={() => goTo(page + 1)}
          >
            <IconChevronRight size={20} stroke={1.75} />
          </ActionIcon>
        </>
      )}
    </nav>
  );
}

import { ActionIcon, NativeSelect } from '@mantine/core';
import type { ScreenColumn, ScreenQuestion } from '@moneytrail/contract';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useIsPhone } from '../../../ui/hooks/use-is-phone.ts';
import { columnNames, isFigure } from '../figures.ts';
import classes from './CardOrder.module.css';

type Sort = ScreenQuestion['sort'];
type Props = { sort: Sort; columns: readonly ScreenColumn[]; onSort: (sort: Sort) => void };

/** The order of cards, which stand on phones and have no headings to press. */
export function CardOrder({ sort, columns, onSort }: Props) {
  const isPhone = useIsPhone();
  if (!isPhone) return null;
  const shown = columns.filter((column) => isFigure(column) || column === 'mark');
  // A link may sort by a figure that has no column.
  const choices: Sort['by'][] = [...new Set<Sort['by']>(['symbol', ...shown, sort.by])];
  const isDescending = sort.direction === 'descending';
  const Arrow = isDescending ? IconArrowDown : IconArrowUp;
  return (
    <div className={classes.order}>
      <NativeSelect
        aria-label="Sorted by"
        className={classes.by ?? ''}
        value={sort.by}
        data={choices.map((value) => ({
          value,
          label: `Sorted by ${value === 'symbol' ? 'Symbol' : columnNames(value).name}`,
        }))}
        onChange={({ currentTarget: { value } }) => {
          const by = choices.find((one) => one === value);
          if (by) onSort({ ...sort, by });
        }}
      />
      <ActionIcon
        variant="default"
        size={44}
        aria-label={isDescending ? 'Descending: sort ascending' : 'Ascending: sort descending'}
        onClick={() => onSort({ ...sort, direction: isDescending ? 'ascending' : 'descending' })}
      >
        <Arrow size={16} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}

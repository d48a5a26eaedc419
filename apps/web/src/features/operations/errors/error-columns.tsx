import type { ErrorEntry } from '@moneytrail/contract';
import { Chip } from '../../../ui/Chip.tsx';
import type { TableColumn } from '../../../ui/data-table/table-column.ts';
import { Moment, momentText } from '../Moment.tsx';
import classes from '../OperationsPage.module.css';
import { openColumn } from '../open-column.tsx';
import { OPERATIONS_TEXTS } from '../texts.ts';

const HEADS = OPERATIONS_TEXTS.errors.columns;

/** The columns of the error log; the eye opens an entry's context. */
export function errorColumns(onOpen: (entry: ErrorEntry) => void): TableColumn<ErrorEntry>[] {
  return [
    {
      id: 'timestamp',
      head: HEADS.timestamp,
      role: 'title',
      widthPx: 180,
      text: ({ timestamp }) => momentText(timestamp),
      cell: ({ timestamp }) => <Moment at={timestamp} />,
    },
    { id: 'source', head: HEADS.source, widthPx: 160, text: ({ source }) => source },
    {
      id: 'message',
      head: HEADS.message,
      widthPx: 480,
      text: ({ message }) => message,
      cell: ({ message, count, level }) => (
        <span className={classes.message}>
          <span title={message}>{message}</span>
          {count > 1 && <span className={classes.times}>×{count}</span>}
          {level === 'warning' && <Chip kind="warning">Warning</Chip>}
          {level === 'fatal' && <Chip kind="error">Fatal</Chip>}
        </span>
      ),
    },
    openColumn(
      HEADS.context,
      ({ message }) => `Show the context of: ${message.slice(0, 80)}`,
      onOpen,
    ),
  ];
}

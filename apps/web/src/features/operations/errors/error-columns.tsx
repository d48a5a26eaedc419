import { ActionIcon } from '@mantine/core';
import type { ErrorEntry } from '@moneytrail/contract';
import { IconEye } from '@tabler/icons-react';
import { Chip } from '../../../ui/Chip.tsx';
import type { TableColumn } from '../../../ui/data-table/table-column.ts';
import { Moment, momentText } from '../Moment.tsx';
import classes from '../OperationsPage.module.css';
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
    {
      id: 'context',
      head: HEADS.context,
      role: 'action',
      isNamed: true,
      widthPx: 64,
      text: () => '',
      cell: (entry) => (
        <ActionIcon
          variant="subtle"
          aria-label={`Show the context of: ${entry.message.slice(0, 80)}`}
          onClick={() => onOpen(entry)}
        >
          <IconEye size={20} stroke={1.75} />
        </ActionIcon>
      ),
    },
  ];
}

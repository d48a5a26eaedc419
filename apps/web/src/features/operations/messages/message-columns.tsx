import type { StoredMessage } from '@moneytrail/contract';
import type { TableColumn } from '../../../ui/data-table/table-column.ts';
import { Moment, momentText } from '../Moment.tsx';
import classes from '../OperationsPage.module.css';
import { openColumn } from '../open-column.tsx';

/** The columns of the contact form's messages; the eye opens one. */
export function messageColumns(
  onOpen: (entry: StoredMessage) => void,
): TableColumn<StoredMessage>[] {
  return [
    {
      id: 'createdAt',
      head: 'Sent',
      role: 'title',
      widthPx: 180,
      text: ({ createdAt }) => momentText(createdAt),
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    { id: 'name', head: 'Name', widthPx: 180, text: ({ name }) => name },
    { id: 'email', head: 'E-mail', widthPx: 240, text: ({ email }) => email },
    { id: 'phone', head: 'Phone', widthPx: 150, text: ({ phone }) => phone ?? '–' },
    {
      id: 'message',
      head: 'Message',
      widthPx: 420,
      text: ({ message }) => message,
      cell: ({ message }) => (
        <span className={classes.long} dir="auto">
          {message}
        </span>
      ),
    },
    openColumn('Open', ({ email }) => `Show the message of ${email}`, onOpen),
  ];
}

import { useDocumentTitle } from '@mantine/hooks';
import { listContactMessages, type StoredMessage } from '@moneytrail/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { authorizedRequest } from '../../api/session/session.ts';
import { brandedTitle } from '../../lib/brand.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import type { TableColumn } from '../../ui/data-table/use-data-table.ts';
import { Moment, momentText, openColumn } from './cells.tsx';
import { ListedTable } from './ListedTable.tsx';
import classes from './OperationsPage.module.css';
import { OPERATIONS_TEXTS } from './texts.ts';
import { listQuery, useListed } from './use-listed.ts';

/** Newest first. */
const messagesQuery = listQuery(['contact-messages'], (query, signal) =>
  authorizedRequest(listContactMessages, { query }, { signal }),
);

const TEXTS = OPERATIONS_TEXTS.messages;

/** Messages sent through the contact form. */
export function MessagesPage() {
  useDocumentTitle(brandedTitle(TEXTS.title));
  const listed = useListed(useInfiniteQuery(messagesQuery));
  const [open, setOpen] = useState<StoredMessage | null>(null);
  const columns = useMemo(() => messageColumns(setOpen), []);
  return (
    <div className={classes.page} id="messages" tabIndex={-1}>
      <div className={classes.head}>
        <h2 className={classes.title}>{TEXTS.title}</h2>
        <p className={classes.note}>{TEXTS.kept}</p>
      </div>
      <ListedTable
        listed={listed}
        columns={columns}
        rowId={({ _id }) => _id}
        texts={TEXTS}
        onOpen={setOpen}
      />
      {open && <MessageDialog entry={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

function messageColumns(onOpen: (entry: StoredMessage) => void): TableColumn<StoredMessage>[] {
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

type Props = { entry: StoredMessage; onClose: () => void };

/** The message as typed; the address opens a reply. */
function MessageDialog({ entry, onClose }: Props) {
  const { createdAt, name, email, phone, message } = entry;
  return (
    <Dialog title="Message" width={720} onPhone="full" onClose={onClose}>
      <dl className={classes.facts}>
        <dt>Name</dt>
        <dd dir="auto">{name}</dd>
        <dt>E-mail</dt>
        <dd>
          <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>
        </dd>
        <dt>Phone</dt>
        <dd>{phone === null ? '–' : <a href={`tel:${phone}`}>{phone}</a>}</dd>
        <dt>Sent</dt>
        <dd>{momentText(createdAt)}</dd>
      </dl>
      <p className={classes.written} dir="auto">
        {message}
      </p>
    </Dialog>
  );
}

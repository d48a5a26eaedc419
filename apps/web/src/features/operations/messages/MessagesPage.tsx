import { useDocumentTitle } from '@mantine/hooks';
import type { StoredMessage } from '@moneytrail/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { brandedTitle } from '../../../lib/brand.ts';
import { ListedTable } from '../ListedTable.tsx';
import classes from '../OperationsPage.module.css';
import { OPERATIONS_TEXTS } from '../texts.ts';
import { useListed } from '../use-listed.ts';
import { MessageDialog } from './MessageDialog.tsx';
import { messageColumns } from './message-columns.tsx';
import { messagesQuery } from './messages-query.ts';

const TEXTS = OPERATIONS_TEXTS.messages;

/** What was written through the contact form. */
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

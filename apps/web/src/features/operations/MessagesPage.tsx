import { Button, NativeSelect } from '@mantine/core';
import {
  deleteContactMessage,
  listContactMessages,
  type StoredMessage,
  setContactMessageState,
} from '@moneytrail/contract';
import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { readAnew } from '../../api/read-anew.ts';
import { authorizedRequest } from '../../api/session/session.ts';
import { type MessagesSearch, readMessagesSearch } from '../../lib/operations-search.ts';
import { paths } from '../../paths.ts';
import { showToast } from '../../stores/toasts.ts';
import { usePageTitle } from '../../stores/use-page-title.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import type { TableColumn } from '../../ui/data-table/use-data-table.ts';
import { SearchInput } from '../../ui/form/SearchInput.tsx';
import { usePageSearch } from '../../ui/hooks/use-page-search.ts';
import { Moment, momentText, openColumn } from './cells.tsx';
import { ListedTable } from './ListedTable.tsx';
import classes from './OperationsPage.module.css';
import { OPERATIONS_TEXTS } from './texts.ts';
import { listQuery, useListed } from './use-listed.ts';

const KEY = ['contact-messages'];

/** Newest first. */
const messagesQuery = ({ q, state }: MessagesSearch) =>
  listQuery([...KEY, q, state], (chunk, signal) => {
    const search = q === undefined ? {} : { search: q };
    const query = { ...chunk, ...search, ...(state === undefined ? {} : { state }) };
    return authorizedRequest(listContactMessages, { query }, { signal });
  });

const TEXTS = OPERATIONS_TEXTS.messages;
const NO_FILTER = { q: undefined, state: undefined };

/** Messages sent through the contact form: opening one marks it as read. */
export function MessagesPage() {
  usePageTitle(TEXTS.title);
  const { search, change } = usePageSearch(readMessagesSearch);
  const listed = useListed(useInfiniteQuery(messagesQuery(search)));
  const [open, setOpen] = useState<StoredMessage | null>(null);
  const { mutate: mark } = useMark(setOpen);
  const columns = useMemo(() => {
    const onOpen = (entry: StoredMessage) => {
      setOpen(entry);
      if (entry.readAt === null) mark({ entry, isRead: true, isAnswered: false });
    };
    return { onOpen, all: messageColumns(onOpen) };
  }, [mark]);
  return (
    <div className={classes.page} id="messages" tabIndex={-1}>
      <div className={classes.head}>
        <h2 className={classes.title}>{TEXTS.title}</h2>
        <p className={classes.note}>{TEXTS.kept}</p>
      </div>
      <search className={classes.bar}>
        <SearchInput
          label="Search messages"
          placeholder="Sender or text"
          className={classes.search}
          value={search.q}
          onSearch={(q) => change({ q })}
        />
        <NativeSelect
          aria-label="State"
          className={classes.filter ?? ''}
          data={[
            { value: '', label: 'All messages' },
            { value: 'unanswered', label: 'Not answered' },
          ]}
          value={search.state ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change({ state: value === 'unanswered' ? value : undefined })
          }
        />
      </search>
      <ListedTable
        listed={listed}
        columns={columns.all}
        rowId={({ _id }) => _id}
        texts={TEXTS}
        emptyAction={
          Object.keys(search).length > 0 && (
            <Button variant="default" onClick={() => change(NO_FILTER)}>
              Show all messages
            </Button>
          )
        }
        onOpen={columns.onOpen}
      />
      {open && <MessageDialog entry={open} onMark={setOpen} onClose={() => setOpen(null)} />}
    </div>
  );
}

type Mark = { entry: StoredMessage; isRead: boolean; isAnswered: boolean };
type Pages = InfiniteData<{ entries: StoredMessage[]; nextCursor: string | null }>;

/** Marks a message and updates its row in place. */
function useMark(onMarked: (change: (open: StoredMessage | null) => StoredMessage | null) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ entry: { _id: id }, isRead, isAnswered }: Mark) =>
      authorizedRequest(setContactMessageState, { params: { id }, body: { isRead, isAnswered } }),
    onSuccess: (marked) => {
      queryClient.setQueriesData<Pages>(
        { queryKey: KEY },
        (known) =>
          known && {
            ...known,
            pages: known.pages.map((page) => ({
              ...page,
              entries: page.entries.map((each) => (each._id === marked._id ? marked : each)),
            })),
          },
      );
      onMarked((open) => (open?._id === marked._id ? marked : open));
    },
    meta: { failureText: TEXTS.markFailed },
  });
}

const stateOf = ({ readAt, answeredAt }: StoredMessage) =>
  answeredAt !== null ? 'answered' : readAt !== null ? 'read' : 'unread';
const STATE_KINDS = { unread: 'info', read: 'neutral', answered: 'success' } as const;

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
    {
      id: 'state',
      head: 'State',
      widthPx: 100,
      text: (entry) => TEXTS.states[stateOf(entry)],
      cell: (entry) => (
        <Chip kind={STATE_KINDS[stateOf(entry)]}>{TEXTS.states[stateOf(entry)]}</Chip>
      ),
    },
    { id: 'name', head: 'Name', widthPx: 180, leastPx: 130, text: ({ name }) => name },
    { id: 'email', head: 'E-mail', widthPx: 240, leastPx: 180, text: ({ email }) => email },
    { id: 'phone', head: 'Phone', widthPx: 150, text: ({ phone }) => phone ?? '–' },
    {
      id: 'message',
      head: 'Message',
      widthPx: 420,
      leastPx: 200,
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

type Props = {
  entry: StoredMessage;
  onMark: Parameters<typeof useMark>[0];
  onClose: () => void;
};

/** Deletes a message after a question. */
function useDeletion(onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ _id: id }: StoredMessage) =>
      authorizedRequest(deleteContactMessage, { params: { id } }),
    onSuccess: (_deleted, { email }) => {
      showToast({ kind: 'success', text: TEXTS.deleted, subject: email });
      onDone();
    },
    onSettled: () => readAnew(queryClient, { queryKey: KEY }),
    meta: { failureText: TEXTS.deleteFailed },
  });
}

/** The message as typed; the address opens a reply. */
function MessageDialog({ entry, onMark, onClose }: Props) {
  const { createdAt, name, email, phone, message, answeredAt, userId } = entry;
  const [isDeleting, setDeleting] = useState(false);
  const { mutate: mark, isPending: isMarking } = useMark(onMark);
  const { mutate: remove, isPending: isRemoving } = useDeletion(onClose);
  return (
    <Dialog title="Message" width={720} onPhone="full" onClose={onClose}>
      <dl className={classes.facts}>
        <dt>Name</dt>
        <dd dir="auto">{name}</dd>
        <dt>E-mail</dt>
        <dd>
          <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>
        </dd>
        <dt>Account</dt>
        <dd>
          {userId === null ? (
            'None with this address'
          ) : (
            <Link to={paths.user} params={{ userId }}>
              Open the user
            </Link>
          )}
        </dd>
        <dt>Phone</dt>
        <dd>{phone === null ? '–' : <a href={`tel:${phone}`}>{phone}</a>}</dd>
        <dt>Sent</dt>
        <dd>{momentText(createdAt)}</dd>
        {answeredAt !== null && (
          <>
            <dt>Answered</dt>
            <dd>{momentText(answeredAt)}</dd>
          </>
        )}
      </dl>
      <p className={classes.written} dir="auto">
        {message}
      </p>
      <div className={classes.actions}>
        <ActionButton
          variant="default"
          isBusy={isMarking}
          onClick={() => mark({ entry, isRead: true, isAnswered: answeredAt === null })}
        >
          {answeredAt === null ? 'Mark as answered' : 'Mark as not answered'}
        </ActionButton>
        <Button
          variant="default"
          onClick={() => {
            mark({ entry, isRead: false, isAnswered: false });
            onClose();
          }}
        >
          Mark as new
        </Button>
        <Button variant="default" onClick={() => setDeleting(true)}>
          Delete
        </Button>
      </div>
      {isDeleting && (
        <ConfirmDialog
          title={`Delete the message of ${email}?`}
          action="Delete"
          isPending={isRemoving}
          onConfirm={() => remove(entry)}
          onCancel={() => setDeleting(false)}
        >
          It is gone for every administrator. The mail to the contact address stays.
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

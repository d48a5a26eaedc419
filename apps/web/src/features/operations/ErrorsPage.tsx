import { Button, NativeSelect } from '@mantine/core';
import { ERROR_SOURCES, type ErrorEntry, listErrors } from '@moneytrail/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { authorizedRequest } from '../../api/session/session.ts';
import { type ErrorsSearch, readErrorsSearch } from '../../lib/operations-search.ts';
import { usePageTitle } from '../../stores/use-page-title.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import type { TableColumn } from '../../ui/data-table/use-data-table.ts';
import { SearchInput } from '../../ui/form/SearchInput.tsx';
import { usePageSearch } from '../../ui/hooks/use-page-search.ts';
import { JsonText } from '../../ui/JsonText.tsx';
import { Moment, momentText, openColumn } from './cells.tsx';
import { ListedTable } from './ListedTable.tsx';
import classes from './OperationsPage.module.css';
import { OPERATIONS_TEXTS } from './texts.ts';
import { listQuery, useListed } from './use-listed.ts';

/** Newest first. */
const errorsQuery = ({ source, q }: ErrorsSearch) =>
  listQuery(['errors', source ?? null, q ?? null], (chunk, signal) => {
    const query = {
      ...chunk,
      ...(source === undefined ? {} : { source }),
      ...(q === undefined ? {} : { text: q }),
    };
    return authorizedRequest(listErrors, { query }, { signal });
  });

const TEXTS = OPERATIONS_TEXTS.errors;

/** Recent errors of the server and of pages. */
export function ErrorsPage() {
  usePageTitle(TEXTS.title);
  const { search, change } = usePageSearch(readErrorsSearch);
  const listed = useListed(useInfiniteQuery(errorsQuery(search)));
  const [open, setOpen] = useState<ErrorEntry | null>(null);
  const columns = useMemo(() => errorColumns(setOpen), []);
  const isFiltered = search.q !== undefined || search.source !== undefined;
  return (
    <div className={classes.page} id="errors" tabIndex={-1}>
      <h2 className={classes.title}>{TEXTS.title}</h2>
      <search className={classes.bar}>
        <SearchInput
          className={classes.search}
          label="Search errors"
          placeholder="Message or context"
          value={search.q}
          onSearch={(q) => change({ q })}
        />
        <NativeSelect
          aria-label="Source"
          className={classes.filter ?? ''}
          data={[{ value: '', label: 'Any source' }, ...ERROR_SOURCES]}
          value={search.source ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change({ source: ERROR_SOURCES.find((source) => source === value) })
          }
        />
      </search>
      <ListedTable
        listed={listed}
        columns={columns}
        rowId={({ _id }) => _id}
        texts={TEXTS}
        emptyAction={
          isFiltered && (
            <Button variant="default" onClick={() => change({ q: undefined, source: undefined })}>
              Show all errors
            </Button>
          )
        }
        onOpen={setOpen}
      />
      {open && <ContextDialog entry={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

const HEADS = OPERATIONS_TEXTS.errors.columns;

function errorColumns(onOpen: (entry: ErrorEntry) => void): TableColumn<ErrorEntry>[] {
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
      leastPx: 240,
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

function ContextDialog({ entry, onClose }: { entry: ErrorEntry; onClose: () => void }) {
  const { source, message, count, firstSeen, timestamp, context } = entry;
  return (
    <Dialog title="Context" width={720} onPhone="full" onClose={onClose}>
      <dl className={classes.facts}>
        <dt>Message</dt>
        <dd>{message}</dd>
        <dt>Source</dt>
        <dd>{source}</dd>
        <dt>Seen</dt>
        <dd>
          {count === 1
            ? momentText(timestamp)
            : `${count} times, first ${momentText(firstSeen)}, last ${momentText(timestamp)}`}
        </dd>
      </dl>
      <JsonText label="Context as JSON" value={context} />
    </Dialog>
  );
}

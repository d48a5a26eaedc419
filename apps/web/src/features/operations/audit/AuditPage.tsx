import { Autocomplete, TextInput } from '@mantine/core';
import {
  type AuditPage as AuditChunk,
  type AuditEntryShown,
  checkAudit,
  getAuditCheck,
  listAudit,
} from '@moneytrail/contract';
import { IconFileTypeCsv } from '@tabler/icons-react';
import {
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { authorizedRequest } from '../../../api/session/session.ts';
import { actionText } from '../../../lib/action-text.ts';
import { csvFile } from '../../../lib/csv.ts';
import { downloadBlob, fileName } from '../../../lib/download.ts';
import { formatPrice } from '../../../lib/format.ts';
import { type AuditSearch, readAuditSearch } from '../../../lib/operations-search.ts';
import { usePageTitle } from '../../../stores/use-page-title.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { SearchInput } from '../../../ui/form/SearchInput.tsx';
import { usePageSearch } from '../../../ui/hooks/use-page-search.ts';
import { momentText } from '../cells.tsx';
import { ListedTable } from '../ListedTable.tsx';
import classes from '../OperationsPage.module.css';
import { OPERATIONS_TEXTS } from '../texts.ts';
import { type Chunk, chunkAt, listQuery, useListed } from '../use-listed.ts';
import { auditColumns, EntryDialog } from './audit-columns.tsx';
import { auditCsv } from './audit-csv.ts';

/** Days begin and end on the device's clock. */
const beginOf = (day: string) => new Date(`${day}T00:00:00`).toISOString();
const endOf = (day: string) => new Date(`${day}T23:59:59.999`).toISOString();

function readChunk(
  { actor, subject, action, instrument, from, to }: AuditSearch,
  chunk: Chunk,
  signal: AbortSignal,
): Promise<AuditChunk> {
  const query = {
    ...chunk,
    ...(actor === undefined ? {} : { actorId: actor }),
    ...(subject === undefined ? {} : { subjectId: subject }),
    ...(action === undefined ? {} : { action }),
    ...(instrument === undefined ? {} : { instrument }),
    ...(from === undefined ? {} : { from: beginOf(from) }),
    ...(to === undefined ? {} : { to: endOf(to) }),
  };
  return authorizedRequest(listAudit, { query }, { signal });
}

/** Newest first. */
const auditQuery = (search: AuditSearch) =>
  listQuery(['audit', search], (chunk, signal) => readChunk(search, chunk, signal));

/** Result of the last check of the audit chain. */
const auditCheckQuery = queryOptions({
  queryKey: ['audit-check'],
  queryFn: ({ signal }) => authorizedRequest(getAuditCheck, {}, { signal }),
  meta: { failure: 'in-place' },
});

/** Every matching entry, for an export. */
async function readAllEntries(
  search: AuditSearch,
  signal: AbortSignal,
): Promise<AuditEntryShown[]> {
  const all: AuditEntryShown[] = [];
  let cursor: string | null = null;
  do {
    const chunk: AuditChunk = await readChunk(search, chunkAt(cursor), signal);
    all.push(...chunk.entries);
    cursor = chunk.nextCursor;
  } while (cursor !== null);
  return all;
}

const TEXTS = OPERATIONS_TEXTS.audit;
const EXPORT_TIMEOUT_MS = 5 * 60_000;

export function AuditPage() {
  usePageTitle(TEXTS.title);
  const { search, change } = usePageSearch(readAuditSearch);
  const listed = useListed(useInfiniteQuery(auditQuery(search)));
  const [open, setOpen] = useState<AuditEntryShown | null>(null);
  const columns = useMemo(() => auditColumns(setOpen), []);
  const actions = useMemo(
    () => [...new Set(listed.rows.map(({ action }) => actionText(action)))].sort(),
    [listed.rows],
  );
  const csv = useCsv(search);
  return (
    <div className={classes.page} id="audit" tabIndex={-1}>
      <div className={classes.head}>
        <h2 className={classes.title}>{TEXTS.title}</h2>
        <ChainNote />
      </div>
      <AuditFilters search={search} onFilter={change} actions={actions}>
        <ActionButton
          variant="default"
          leftSection={<IconFileTypeCsv size={16} stroke={1.75} />}
          isBusy={csv.isPending}
          onClick={() => csv.mutate()}
        >
          CSV
        </ActionButton>
      </AuditFilters>
      <ListedTable
        listed={listed}
        columns={columns}
        rowId={({ seq }) => String(seq)}
        texts={TEXTS}
        onOpen={setOpen}
      />
      {open && <EntryDialog entry={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** Exports every matching entry, not just those read so far. */
function useCsv(search: AuditSearch) {
  return useMutation({
    mutationFn: () => readAllEntries(search, AbortSignal.timeout(EXPORT_TIMEOUT_MS)),
    onSuccess: (entries) => {
      const day = new Date().toISOString().slice(0, 10);
      downloadBlob(csvFile(auditCsv(entries)), fileName(['audit', day], 'csv'));
    },
  });
}

type Props = {
  search: AuditSearch;
  onFilter: (change: { [Name in keyof AuditSearch]?: AuditSearch[Name] | undefined }) => void;
  /** Suggested action names. */
  actions: readonly string[];
  children: ReactNode;
};

function AuditFilters({ search, onFilter, actions, children }: Props) {
  const { from, to } = search;
  const isReversed = from !== undefined && to !== undefined && from > to;
  return (
    <search className={classes.bar}>
      <SearchInput
        className={classes.person}
        label="Actor"
        placeholder="Actor: name or e-mail"
        value={search.actor}
        onSearch={(actor) => onFilter({ actor })}
      />
      <SearchInput
        className={classes.person}
        label="Subject"
        placeholder="Subject: name or e-mail"
        value={search.subject}
        onSearch={(subject) => onFilter({ subject })}
      />
      <SearchInput
        className={classes.filter}
        label="Instrument"
        placeholder="Instrument"
        value={search.instrument}
        onSearch={(instrument) => onFilter({ instrument })}
      />
      <Autocomplete
        aria-label="Action"
        placeholder="Any action"
        className={classes.filter ?? ''}
        data={[...actions]}
        maxLength={100}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear: Action' }}
        value={search.action ?? ''}
        onChange={(action) => onFilter({ action: action || undefined })}
      />
      <TextInput
        type="date"
        aria-label="From"
        leftSection={<span className={classes.fieldName}>From</span>}
        leftSectionWidth={56}
        className={classes.day ?? ''}
        value={search.from ?? ''}
        onChange={({ currentTarget: { value } }) => onFilter({ from: value || undefined })}
      />
      <TextInput
        type="date"
        aria-label="To"
        leftSection={<span className={classes.fieldName}>To</span>}
        leftSectionWidth={40}
        className={classes.day ?? ''}
        value={search.to ?? ''}
        error={isReversed && TEXTS.reversed}
        onChange={({ currentTarget: { value } }) => onFilter({ to: value || undefined })}
      />
      <span className={classes.spacer} />
      {children}
    </search>
  );
}

/** Result of the last check of the audit chain, and a button that checks it. */
function ChainNote() {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => authorizedRequest(checkAudit, {}),
    onSuccess: (check) => queryClient.setQueryData(auditCheckQuery.queryKey, check),
  });
  return (
    <div className={classes.chain}>
      <ChainResult />
      <ActionButton size="compact-xs" variant="default" isBusy={isPending} onClick={() => mutate()}>
        {TEXTS.checkNow}
      </ActionButton>
    </div>
  );
}

function ChainResult() {
  const { data: check } = useQuery(auditCheckQuery);
  if (check === undefined) return null;
  if (check === null) return <p className={classes.note}>{TEXTS.neverChecked}</p>;
  const { checkedAt, checkedEntries, isIntact, damages } = check;
  const when = momentText(checkedAt);
  if (isIntact) {
    return (
      <p className={classes.note}>
        Chain verified {when}, {formatPrice(checkedEntries, 0)} entries
      </p>
    );
  }
  const what = damages.map(({ kind, seq }) => `${TEXTS.damages[kind]} (entry ${seq})`).join('; ');
  return (
    <p className={classes.note} data-broken role="alert">
      Chain broken, found {when}: {what}
    </p>
  );
}

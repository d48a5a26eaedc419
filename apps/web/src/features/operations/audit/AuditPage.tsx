import { useDocumentTitle } from '@mantine/hooks';
import type { AuditEntryShown } from '@moneytrail/contract';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { brandedTitle } from '../../../lib/brand.ts';
import { downloadBlob, fileName } from '../../../lib/download.ts';
import { type AuditSearch, readAuditSearch } from '../../../lib/operations-search.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { ListedTable } from '../ListedTable.tsx';
import classes from '../OperationsPage.module.css';
import { OPERATIONS_TEXTS } from '../texts.ts';
import { useListed } from '../use-listed.ts';
import { useOperationsRoute } from '../use-operations-route.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { auditColumns } from './audit-columns.tsx';
import { auditCsv } from './audit-csv.ts';
import { auditQuery, readAllEntries } from './audit-query.ts';
import { ChainNote } from './ChainNote.tsx';
import { EntryDialog } from './EntryDialog.tsx';

const TEXTS = OPERATIONS_TEXTS.audit;
const EXPORT_TIMEOUT_MS = 5 * 60_000;

/** Who did what to whom, and whether the record of it is whole. */
export function AuditPage() {
  useDocumentTitle(brandedTitle(TEXTS.title));
  const { search, change } = useOperationsRoute(readAuditSearch);
  const listed = useListed(useInfiniteQuery(auditQuery(search)));
  const [open, setOpen] = useState<AuditEntryShown | null>(null);
  const columns = useMemo(() => auditColumns(setOpen), []);
  const actions = useMemo(
    () => [...new Set(listed.rows.map(({ action }) => action))].sort(),
    [listed.rows],
  );
  const csv = useCsv(search);
  return (
    <div className={classes.page} id="audit" tabIndex={-1}>
      <div className={classes.head}>
        <h2 className={classes.title}>{TEXTS.title}</h2>
        <ChainNote />
      </div>
      <AuditFilters search={search} onAsk={change} actions={actions}>
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

/** Saves every entry that fits, however many are shown. */
function useCsv(search: AuditSearch) {
  return useMutation({
    mutationFn: () => readAllEntries(search, AbortSignal.timeout(EXPORT_TIMEOUT_MS)),
    onSuccess: (entries) => {
      const day = new Date().toISOString().slice(0, 10);
      const file = new Blob([auditCsv(entries)], { type: 'text/csv' });
      downloadBlob(file, fileName(['audit', day], 'csv'));
    },
  });
}

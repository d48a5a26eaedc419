import { Button } from '@mantine/core';
import type { ManagedUser } from '@moneytrail/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { FAILURE_TEXTS } from '../../api/failure-text.ts';
import { currentUserQuery } from '../../api/queries.ts';
import { csvFile, csvTable } from '../../lib/csv.ts';
import { downloadBlob, fileName } from '../../lib/download.ts';
import { formatPrice } from '../../lib/format.ts';
import { createStoredValue } from '../../lib/stored-value.ts';
import { readUsersSearch } from '../../lib/users-search.ts';
import { paths } from '../../paths.ts';
import { usePageTitle } from '../../stores/use-page-title.ts';
import { useValue } from '../../stores/use-value.ts';
import { ColumnsMenu } from '../../ui/data-table/ColumnsMenu.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { Pager } from '../../ui/data-table/Pager.tsx';
import type { TableColumn, TableSort } from '../../ui/data-table/use-data-table.ts';
import { usePageSearch } from '../../ui/hooks/use-page-search.ts';
import { DecisionDialogs, type PendingDecision } from './DecisionDialogs.tsx';
import { ManageDialog } from './manage/ManageDialog.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { clearSelection } from './selection.tsx';
import { USERS_TEXTS } from './texts.ts';
import classes from './UsersPage.module.css';
import { UsersToolbar } from './UsersToolbar.tsx';
import { userColumns } from './user-columns.tsx';
import { questionOf, readEverybody, type UsersQuestion, useListedUsers } from './users-query.ts';

/** Column ids, stored on this device. */
const hiddenColumns = createStoredValue<readonly string[]>('users.hiddenColumns', (stored) =>
  Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [],
);

const NO_FILTER = { q: undefined, type: undefined, status: undefined, payment: undefined };
const SORTED = ['name', 'username', 'type', 'status', 'payment', 'created'] as const;

export function UsersPage() {
  usePageTitle('Manage Users');
  const { search, change } = usePageSearch(readUsersSearch);
  const filter = (entries: Parameters<typeof change>[0]) => change({ ...entries, page: undefined });
  const { data: self } = useQuery(currentUserQuery);
  const hidden = useValue(hiddenColumns);
  const listed = useListedUsers(search);
  const [decision, setDecision] = useState<PendingDecision | null>(null);
  const ownId = self?._id;
  const { userId, open, close } = useOpenUser();
  useEffect(() => clearSelection, []);
  // New columns make the table render every cell again.
  const columns = useMemo(
    () => userColumns({ ownId, onDecide: setDecision, onOpen: open }),
    [ownId, open],
  );
  const { save, isSaving } = useCsv(questionOf(search), columns);
  const { users, total, state, isBusy, error } = listed;
  const { size = '10', page = 1, sort, direction } = search;
  const isFiltered = Object.keys(NO_FILTER).some((name) => name in search);
  const onSort = (next: TableSort | null) =>
    filter({
      sort: SORTED.find((name) => name === next?.id),
      direction: next?.isDescending ? 'desc' : undefined,
    });
  return (
    <div className={classes.page} id="users" tabIndex={-1}>
      <div className={classes.head}>
        <h2 className={classes.title}>Users</h2>
        <span className={classes.count}>
          {total !== null && `${formatPrice(total, 0)}${isFiltered ? ' found' : ''}`}
        </span>
      </div>
      <UsersToolbar
        search={search}
        onFilter={filter}
        isSaving={isSaving}
        onSave={() => save(null)}
        columns={<ColumnsMenu columns={columns} hidden={hidden} onChange={hiddenColumns.set} />}
      />
      <SelectionBar onExport={save} />
      <DataTable
        label="Users"
        columns={columns}
        rows={users}
        rowId={({ _id }) => _id}
        sort={sort ? { id: sort, isDescending: direction === 'desc' } : null}
        onSort={onSort}
        hidden={hidden}
        total={total}
        state={state}
        isBusy={isBusy}
        failure={{
          text: `${USERS_TEXTS.listFailed} ${error?.message || FAILURE_TEXTS.unexpected}`,
          onRetry: listed.retry,
        }}
        empty={{
          text: USERS_TEXTS.none,
          action: isFiltered && (
            <Button variant="default" onClick={() => filter(NO_FILTER)}>
              Show all users
            </Button>
          ),
        }}
        onOpen={(user) => user.status !== 'deleted' && open(user)}
        onNearEnd={listed.readMore}
      />
      <Pager
        what="users"
        pageSize={size}
        page={page}
        count={users.length}
        total={total}
        onChange={({ page: to, pageSize }) =>
          change({
            page: to === 1 ? undefined : to,
            size: pageSize === '10' ? undefined : pageSize,
          })
        }
      />
      {userId !== undefined && (
        <ManageDialog key={userId} id={userId} ownId={ownId} onClose={close} />
      )}
      <DecisionDialogs decision={decision} onClose={() => setDecision(null)} />
    </div>
  );
}

/** The user in the address, over the table: Back and closing return to the page and the filter before. */
function useOpenUser() {
  const navigate = useNavigate();
  const { userId } = useParams({ strict: false });
  const open = useCallback(
    ({ _id }: ManagedUser) =>
      void navigate({
        to: paths.user,
        params: { userId: _id },
        search: (now) => now,
        resetScroll: false,
      }),
    [navigate],
  );
  const close = () =>
    void navigate({ to: paths.users, search: (now) => now, replace: true, resetScroll: false });
  return { userId, open, close };
}

/** Exports the chosen users, or every matching one, not just the shown page. */
function useCsv(question: UsersQuestion, columns: readonly TableColumn<ManagedUser>[]) {
  const saved = columns.filter(({ role }) => role !== 'action' && role !== 'select');
  const { mutate, isPending } = useMutation({
    mutationFn: async (chosen: readonly ManagedUser[] | null) =>
      chosen ?? readEverybody(question, AbortSignal.timeout(5 * 60_000)),
    onSuccess: (users) => {
      const text = csvTable([
        saved.map(({ head }) => head),
        ...users.map((user) => saved.map((column) => column.text(user))),
      ]);
      const day = new Date().toISOString().slice(0, 10);
      downloadBlob(csvFile(text), fileName(['users', day], 'csv'));
    },
  });
  return { save: mutate, isSaving: isPending };
}

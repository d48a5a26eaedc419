import { Tabs } from '@mantine/core';
import { SECOND_MS } from '@moneytrail/calendar';
import { type JobsOverview, listJobs, retryJob, runJob } from '@moneytrail/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FAILURE_TEXTS } from '../../api/failure-text.ts';
import { readAnew } from '../../api/read-anew.ts';
import { authorizedRequest } from '../../api/session/session.ts';
import { JOB_TABS, readJobsSearch } from '../../lib/operations-search.ts';
import { showToast } from '../../stores/toasts.ts';
import { usePageTitle } from '../../stores/use-page-title.ts';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import type { TableColumn } from '../../ui/data-table/use-data-table.ts';
import { usePageSearch } from '../../ui/hooks/use-page-search.ts';
import { failedColumns, MESSAGE_COLUMNS, queueColumns, RUNNING_COLUMNS } from './job-columns.tsx';
import classes from './OperationsPage.module.css';
import { OPERATIONS_TEXTS } from './texts.ts';

const REFRESH_MS = 10 * SECOND_MS;

/** Polled every ten seconds. */
const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: ({ signal }) => authorizedRequest(listJobs, {}, { signal }),
  refetchInterval: REFRESH_MS,
  refetchOnMount: 'always',
  meta: { failure: 'in-place' },
});

/** Runs a dead letter again, then reads the queues. */
function useRetryJob() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => authorizedRequest(retryJob, { params: { id } }),
    onSuccess: () => showToast({ kind: 'success', text: OPERATIONS_TEXTS.jobs.retried }),
    onSettled: () => readAnew(queryClient, { queryKey: jobsQuery.queryKey }),
    meta: { failureText: OPERATIONS_TEXTS.jobs.retryFailed },
  });
}

/** Starts a run of a scheduled job, then reads the queues. */
function useRunJob() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (job: string) => authorizedRequest(runJob, { body: { job } }),
    onSuccess: (_answer, job) => showToast({ kind: 'success', text: `${TEXTS.started}: ${job}` }),
    onSettled: () => readAnew(queryClient, { queryKey: jobsQuery.queryKey }),
    meta: { failureText: OPERATIONS_TEXTS.jobs.runFailed },
  });
}

type Tab = (typeof JOB_TABS)[number];

const TEXTS = OPERATIONS_TEXTS.jobs;
const NONE: JobsOverview = { queues: [], running: [], failed: [], messages: [] };

export function JobsPage() {
  usePageTitle(TEXTS.title);
  const { search, change } = usePageSearch(readJobsSearch);
  const { tab = 'queues' } = search;
  const { data } = useQuery(jobsQuery);
  return (
    <div className={classes.page} id="jobs" tabIndex={-1}>
      <h2 className={classes.title}>{TEXTS.title}</h2>
      <Tabs
        value={tab}
        onChange={(value) => change({ tab: JOB_TABS.find((each) => each === value) })}
        color="orange"
        keepMounted={false}
        className={classes.tabs ?? ''}
      >
        <Tabs.List>
          {JOB_TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {TEXTS.tabs[name]}
              {name !== 'queues' && data && ` (${data[name].length})`}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} className={classes.panel ?? ''}>
          <Panel tab={tab} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

function Panel({ tab }: { tab: Tab }) {
  const { data } = useQuery(jobsQuery);
  const { mutate, isPending, variables } = useRetryJob();
  const retryingId = isPending ? (variables ?? null) : null;
  const starting = useRunJob();
  const startingJob = starting.isPending ? (starting.variables ?? null) : null;
  const queueList = useMemo(
    () => queueColumns(starting.mutate, startingJob),
    [starting.mutate, startingJob],
  );
  const failed = useMemo(() => failedColumns(mutate, retryingId), [mutate, retryingId]);
  const { queues, running, failed: failures, messages } = data ?? NONE;
  if (tab === 'queues') {
    return <JobTable tab={tab} rows={queues} columns={queueList} rowId={({ job }) => job} />;
  }
  if (tab === 'running') {
    return <JobTable tab={tab} rows={running} columns={RUNNING_COLUMNS} rowId={idOf} />;
  }
  if (tab === 'failed') {
    return <JobTable tab={tab} rows={failures} columns={failed} rowId={idOf} />;
  }
  return <JobTable tab={tab} rows={messages} columns={MESSAGE_COLUMNS} rowId={idOf} />;
}

const idOf = ({ _id }: { _id: string }) => _id;

type TableProps<Row extends object> = {
  tab: Tab;
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  rowId: (row: Row) => string;
};

function JobTable<Row extends object>({ tab, rows, columns, rowId }: TableProps<Row>) {
  const { data, error, isError, isFetching, refetch } = useQuery(jobsQuery);
  return (
    <DataTable
      label={TEXTS.tabs[tab]}
      columns={columns}
      rows={rows}
      rowId={rowId}
      sort={null}
      onSort={() => {}}
      state={data ? 'ready' : isError ? 'failed' : 'loading'}
      isBusy={isFetching && !data}
      failure={{
        text: `${TEXTS.failed} ${error?.message || FAILURE_TEXTS.unexpected}`,
        onRetry: () => void refetch(),
      }}
      empty={{ text: TEXTS.none[tab] }}
    />
  );
}

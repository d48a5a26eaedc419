import type { DeadMessage, FailedJob, JobQueue, RunningJob } from '@moneytrail/contract';
import { formatPrice } from '../../lib/format.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { Chip } from '../../ui/Chip.tsx';
import type { TableColumn } from '../../ui/data-table/use-data-table.ts';
import { Moment, momentText } from './cells.tsx';
import classes from './OperationsPage.module.css';
import { scheduleText } from './schedule-text.ts';

const numberColumn = <Row,>(
  id: string,
  head: string,
  read: (row: Row) => number,
): TableColumn<Row> => ({
  id,
  head,
  isNumber: true,
  widthPx: 76,
  text: (row) => formatPrice(read(row), 0),
});

const momentColumn = <Row,>(
  id: string,
  head: string,
  read: (row: Row) => string | null,
): TableColumn<Row> => ({
  id,
  head,
  isNumber: true,
  widthPx: 200,
  text: (row) => momentText(read(row) ?? ''),
  cell: (row) => <Moment at={read(row)} />,
});

/** Jobs that work without a payload can be run now. */
export function queueColumns(
  run: (job: string) => void,
  startingJob: string | null,
): readonly TableColumn<JobQueue>[] {
  return [
    { id: 'job', head: 'Job', role: 'title', widthPx: 232, text: ({ job }) => job },
    {
      id: 'summary',
      head: 'What it does',
      widthPx: 400,
      leastPx: 240,
      text: ({ summary }) => summary,
      cell: ({ summary }) => (
        <span className={classes.long} title={summary}>
          {summary}
        </span>
      ),
    },
    {
      id: 'schedule',
      head: 'Schedule (UTC)',
      widthPx: 140,
      text: ({ schedule }) => scheduleText(schedule),
    },
    numberColumn('waiting', 'Waiting', ({ waiting }) => waiting),
    numberColumn('running', 'Running', ({ running }) => running),
    numberColumn('retrying', 'Retrying', ({ retrying }) => retrying),
    {
      ...numberColumn<JobQueue>('dead', 'Dead', ({ dead }) => dead),
      cell: ({ dead }) => (dead > 0 ? <Chip kind="error">{dead}</Chip> : '0'),
    },
    {
      ...momentColumn<JobQueue>('lastDoneAt', 'Last done', ({ lastDoneAt }) => lastDoneAt),
      widthPx: 120,
    },
    {
      id: 'run',
      head: 'Run now',
      role: 'action',
      widthPx: 96,
      text: () => '',
      cell: ({ job, isRunnable }) =>
        isRunnable && (
          <ActionButton
            size="compact-sm"
            variant="default"
            aria-label={`Run now: ${job}`}
            isBusy={startingJob === job}
            onClick={() => run(job)}
          >
            Run now
          </ActionButton>
        ),
    },
  ];
}

function progressText({ done, total }: RunningJob): string {
  if (done === null) return '–';
  if (total === null || total === 0) return formatPrice(done, 0);
  const percent = Math.floor((100 * done) / total);
  return `${formatPrice(done, 0)} of ${formatPrice(total, 0)} (${percent} %)`;
}

export const RUNNING_COLUMNS: readonly TableColumn<RunningJob>[] = [
  { id: 'job', head: 'Job', role: 'title', widthPx: 260, text: ({ job }) => job },
  momentColumn('startedAt', 'Running since', ({ startedAt }) => startedAt),
  { id: 'progress', head: 'Progress', widthPx: 200, text: progressText },
];

/** Dead letters can be retried. */
export function failedColumns(
  retry: (id: string) => void,
  retryingId: string | null,
): readonly TableColumn<FailedJob>[] {
  return [
    { id: 'job', head: 'Job', role: 'title', widthPx: 240, text: ({ job }) => job },
    {
      id: 'state',
      head: 'State',
      widthPx: 110,
      text: ({ state }) => state,
      cell: ({ state }) =>
        state === 'dead' ? <Chip kind="error">Dead</Chip> : <Chip kind="warning">Retrying</Chip>,
    },
    {
      id: 'error',
      head: 'Error',
      widthPx: 360,
      leastPx: 200,
      text: ({ error }) => error,
      cell: ({ error }) => (
        <span className={classes.long} title={error}>
          {error}
        </span>
      ),
    },
    numberColumn('runs', 'Runs', ({ runs }) => runs),
    momentColumn('failedAt', 'Failed', ({ failedAt }) => failedAt),
    {
      id: 'nextRunAt',
      head: 'Next run',
      isNumber: true,
      widthPx: 200,
      text: ({ nextRunAt }) => (nextRunAt === null ? '–' : momentText(nextRunAt)),
    },
    {
      id: 'retry',
      head: 'Retry',
      role: 'action',
      widthPx: 96,
      text: () => '',
      cell: ({ _id, job, state }) =>
        state === 'dead' && (
          <ActionButton
            size="compact-sm"
            variant="default"
            aria-label={`Retry ${job}`}
            isBusy={retryingId === _id}
            onClick={() => retry(_id)}
          >
            Retry
          </ActionButton>
        ),
    },
  ];
}

export const MESSAGE_COLUMNS: readonly TableColumn<DeadMessage>[] = [
  {
    id: 'channel',
    head: 'Channel',
    role: 'title',
    widthPx: 110,
    text: ({ channel }) => (channel === 'email' ? 'E-mail' : 'SMS'),
  },
  {
    id: 'error',
    head: 'Error',
    widthPx: 420,
    leastPx: 240,
    text: ({ error }) => error,
    cell: ({ error }) => (
      <span className={classes.long} title={error}>
        {error}
      </span>
    ),
  },
  numberColumn('attempts', 'Attempts', ({ attempts }) => attempts),
  momentColumn('createdAt', 'Created', ({ createdAt }) => createdAt),
];

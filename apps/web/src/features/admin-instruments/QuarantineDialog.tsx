import { SegmentedControl } from '@mantine/core';
import {
  acceptQuarantinedBar,
  listQuarantinedBars,
  type QuarantinedBar,
  rejectQuarantinedBar,
} from '@moneytrail/contract';
import { IconCheck, IconX } from '@tabler/icons-react';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readAnew } from '../../api/read-anew.ts';
import { authorizedRequest } from '../../api/session/session.ts';
import { formatVolume } from '../../lib/format.ts';
import { deviceZone, formatBarTime } from '../../lib/format-time.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import type { TableColumn } from '../../ui/data-table/use-data-table.ts';
import classes from './QuarantineDialog.module.css';
import { RowButton } from './RowControls.tsx';
import { INSTRUMENT_TEXTS } from './texts.ts';
import { type RowCalls, useRowCalls } from './use-row-calls.ts';

const TEXTS = INSTRUMENT_TEXTS.quarantine;
const STATES = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'rejected', label: 'Rejected' },
] as const;
const PAGE = 100;
const NONE_HIDDEN: readonly string[] = [];
type State = (typeof STATES)[number]['value'];

function quarantineQuery(state: State) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'instruments', 'quarantine', state],
    queryFn: ({ signal, pageParam }) =>
      authorizedRequest(
        listQuarantinedBars,
        { query: { state, limit: PAGE, ...(pageParam === '' ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    meta: { failure: 'in-place' },
  });
}

/** Only the list is read again after a decision. */
function useDecisions() {
  const queryClient = useQueryClient();
  const readAgain = () =>
    void readAnew(queryClient, { queryKey: ['admin', 'instruments', 'quarantine'] });
  return useRowCalls<Decision, object>(['decide'], {
    send: ({
      isAccepted,
      bar: { exchange, symbol, resolution, timeMs, open, high, low, close },
    }) => {
      const body = { exchange, symbol, resolution, timeMs, open, high, low, close };
      return isAccepted
        ? authorizedRequest(acceptQuarantinedBar, { body })
        : authorizedRequest(rejectQuarantinedBar, { body });
    },
    onDone: readAgain,
  });
}

/** Quarantined bars with their reasons; an administrator accepts or rejects each. */
export function QuarantineDialog({ onClose }: { onClose: () => void }) {
  const [state, setState] = useState<State>('waiting');
  const query = useInfiniteQuery(quarantineQuery(state));
  const decisions = useDecisions();
  const rows: QuarantinedBar[] = query.data?.pages.flatMap(({ entries }) => entries) ?? [];
  return (
    <Dialog title={TEXTS.title} width={1080} onClose={onClose} onPhone="full" isTall>
      <div className={classes.content}>
        <SegmentedControl
          size="xs"
          aria-label={TEXTS.state}
          data={[...STATES]}
          value={state}
          onChange={setState}
        />
        <DataTable
          label={TEXTS.title}
          columns={quarantineColumns(decisions)}
          rows={rows}
          rowId={barKey}
          sort={null}
          onSort={() => {}}
          hidden={NONE_HIDDEN}
          state={query.isPending ? 'loading' : query.isError && !query.data ? 'failed' : 'ready'}
          isBusy={query.isFetchingNextPage}
          failure={{
            text: `${TEXTS.failure} ${query.error?.message ?? ''}`,
            onRetry: () => void query.refetch(),
          }}
          empty={{ text: state === 'waiting' ? TEXTS.noneWaiting : TEXTS.noneRejected }}
          onNearEnd={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        />
      </div>
    </Dialog>
  );
}

/** `code` identifies the row. */
type Decision = { code: string; bar: QuarantinedBar; isAccepted: boolean };

const LABELS = { '1': '1m', '15': '15m', '60': '1h', '1D': '1D' } as const;

const barKey = ({ exchange, symbol, resolution, timeMs }: QuarantinedBar) =>
  `${exchange} ${symbol} ${resolution} ${timeMs}`;

const timeOf = ({ timeMs, resolution }: QuarantinedBar) =>
  formatBarTime(timeMs, resolution, deviceZone());

function price(name: 'open' | 'high' | 'low' | 'close'): TableColumn<QuarantinedBar> {
  const head = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return { id: name, head, isNumber: true, widthPx: 88, text: (bar) => String(bar[name]) };
}

function quarantineColumns(decisions: RowCalls<Decision>): TableColumn<QuarantinedBar>[] {
  return [
    {
      id: 'symbol',
      head: 'Instrument',
      role: 'title',
      widthPx: 140,
      text: ({ symbol, exchange }) => `${symbol} @ ${exchange}`,
    },
    { id: 'resolution', head: 'Bar', widthPx: 48, text: ({ resolution }) => LABELS[resolution] },
    { id: 'time', head: 'Time', widthPx: 168, text: timeOf },
    ...[price('open'), price('high'), price('low'), price('close')],
    {
      id: 'volume',
      head: 'Volume',
      isNumber: true,
      widthPx: 80,
      text: ({ volume }) => formatVolume(volume),
    },
    {
      id: 'reason',
      head: 'Reason',
      widthPx: 200,
      text: ({ reason }) => reason,
      cell: ({ reason }) => <span title={reason}>{reason}</span>,
    },
    {
      id: 'decide',
      head: TEXTS.decide,
      role: 'action',
      widthPx: 72,
      text: () => '',
      cell: (bar) => <Decide bar={bar} decisions={decisions} />,
    },
  ];
}

function Decide({ bar, decisions }: { bar: QuarantinedBar; decisions: RowCalls<Decision> }) {
  const key = barKey(bar);
  const name = `${bar.symbol}, ${timeOf(bar)}`;
  const [acceptCode, rejectCode] = [`accept ${key}`, `reject ${key}`];
  return (
    <span>
      <RowButton
        label={`${TEXTS.accept} ${name}`}
        icon={<IconCheck size={16} stroke={1.75} />}
        state={decisions.stateOf(acceptCode)}
        failure={TEXTS.notDecided}
        onPress={() => decisions.call({ code: acceptCode, bar, isAccepted: true })}
      />
      {bar.state === 'waiting' && (
        <RowButton
          label={`${TEXTS.reject} ${name}`}
          icon={<IconX size={16} stroke={1.75} />}
          state={decisions.stateOf(rejectCode)}
          failure={TEXTS.notDecided}
          onPress={() => decisions.call({ code: rejectCode, bar, isAccepted: false })}
        />
      )}
    </span>
  );
}

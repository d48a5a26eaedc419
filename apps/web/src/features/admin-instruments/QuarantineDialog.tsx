import { SegmentedControl } from '@mantine/core';
import {
  acceptQuarantinedBar,
  listQuarantinedBars,
  type QuarantinedBar,
  rejectQuarantinedBar,
} from '@moneytrail/contract';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { authorizedRequest } from '../../api/authorized-request.ts';
import { readAnew } from '../../api/read-anew.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import classes from './QuarantineDialog.module.css';
import { barKey, type Decision, quarantineColumns } from './quarantine-columns.tsx';
import { INSTRUMENT_TEXTS } from './texts.ts';
import { useRowCalls } from './use-row-calls.ts';

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

/** Accepts and rejects quarantined bars; what is read again afterwards is the list alone. */
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

/** Bars that are kept back, with the reason of each; an administrator decides about them. */
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

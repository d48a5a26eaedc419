import { Button, SegmentedControl } from '@mantine/core';
import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import { listQuarantinedBars, type QuarantinedBar } from '@moneytrail/contract';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { authorizedRequest } from '../../../api/session/session.ts';
import { deviceZone, formatMoment } from '../../../lib/format-time.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import type { TableColumn } from '../../../ui/data-table/use-data-table.ts';
import { INSTRUMENT_TEXTS } from '../texts.ts';
import classes from './QuarantineDialog.module.css';
import { QuarantineReview, STATE_KINDS } from './QuarantineReview.tsx';
import { barKey, barTimeText, nameOfBar, priceText } from './quarantined-bar.ts';
import { type Decisions, useDecisions } from './use-decisions.ts';

const TEXTS = INSTRUMENT_TEXTS.quarantine;
type State = QuarantinedBar['state'];
const STATES = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'rejected', label: 'Rejected' },
] as const satisfies { value: State; label: string }[];
const PAGE = 100;

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

/** Bars that are or were quarantined; each is judged on a page of its own. */
export function QuarantineDialog({ onClose }: { onClose: () => void }) {
  const [state, setState] = useState<State>('waiting');
  const [reviewed, setReviewed] = useState<QuarantinedBar | null>(null);
  const decisions = useDecisions();
  const query = useInfiniteQuery(quarantineQuery(state));
  const rows: QuarantinedBar[] = query.data?.pages.flatMap(({ entries }) => entries) ?? [];
  const show = (next: State) => {
    setState(next);
    decisions.forget();
  };
  return (
    <Dialog title={TEXTS.title} width={1080} onClose={onClose} onPhone="full" isTall>
      {reviewed ? (
        <QuarantineReview
          key={barKey(reviewed)}
          bar={reviewed}
          decisions={decisions}
          onBack={() => setReviewed(null)}
        />
      ) : (
        <div className={classes.content}>
          <SegmentedControl
            size="xs"
            aria-label={TEXTS.state}
            data={[...STATES]}
            value={state}
            onChange={show}
          />
          <DataTable
            label={TEXTS.title}
            columns={quarantineColumns(decisions, setReviewed)}
            rows={rows}
            rowId={barKey}
            sort={null}
            onSort={() => {}}
            state={query.isPending ? 'loading' : query.isError && !query.data ? 'failed' : 'ready'}
            isBusy={query.isFetchingNextPage}
            failure={{
              text: `${TEXTS.failure} ${query.error?.message ?? ''}`,
              onRetry: () => void query.refetch(),
            }}
            empty={{ text: TEXTS.none[state] }}
            onNearEnd={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          />
        </div>
      )}
    </Dialog>
  );
}

function price(name: 'open' | 'high' | 'low' | 'close'): TableColumn<QuarantinedBar> {
  const head = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return {
    id: name,
    head,
    isNumber: true,
    widthPx: 82,
    text: (bar) => priceText([bar])(bar[name]),
  };
}

/** The reason why a bar is in its list, and the time of the decision. */
function reasonOf({ reason, decidedAt }: QuarantinedBar): string {
  if (decidedAt === null) return reason;
  return `${reason} ${formatMoment(Date.parse(decidedAt), deviceZone())}`;
}

function quarantineColumns(
  decisions: Decisions,
  onReview: (bar: QuarantinedBar) => void,
): TableColumn<QuarantinedBar>[] {
  return [
    {
      id: 'symbol',
      head: 'Instrument',
      role: 'title',
      widthPx: 164,
      text: ({ symbol, exchange }) => `${symbol} @ ${exchange}`,
    },
    {
      id: 'resolution',
      head: 'Bar',
      widthPx: 48,
      text: ({ resolution }) => RESOLUTION_LABELS[resolution],
    },
    { id: 'time', head: 'Time', widthPx: 168, text: barTimeText },
    price('open'),
    price('high'),
    price('low'),
    price('close'),
    {
      id: 'reason',
      head: 'Reason',
      widthPx: 200,
      leastPx: 88,
      text: reasonOf,
      cell: (bar) => {
        // The row stays in its place until another list is shown.
        const decided = decisions.outcomeOf(bar);
        if (decided && decided !== bar.state) {
          return <Chip kind={STATE_KINDS[decided]}>{TEXTS.outcomes[decided]}</Chip>;
        }
        return <span title={reasonOf(bar)}>{reasonOf(bar)}</span>;
      },
    },
    {
      id: 'decide',
      head: TEXTS.decide,
      role: 'action',
      widthPx: 88,
      text: () => '',
      cell: (bar) => (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${TEXTS.review} ${nameOfBar(bar)}`}
          onClick={() => onReview(bar)}
        >
          {TEXTS.review}
        </Button>
      ),
    },
  ];
}

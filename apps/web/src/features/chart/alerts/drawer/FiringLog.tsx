import { Button, Skeleton } from '@mantine/core';
import {
  type AlertDelivery,
  type AlertFiring,
  listAlertFirings,
  resendAlertFiring,
} from '@moneytrail/contract';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { alertsQuery, chartOfFiring, FIRINGS_A_PAGE } from '../../../../api/alerts.ts';
import { readAnew } from '../../../../api/read-anew.ts';
import { authorizedRequest } from '../../../../api/session/session.ts';
import { deviceZone, formatClock, formatMoment } from '../../../../lib/format-time.ts';
import { paths } from '../../../../paths.ts';
import { showToast } from '../../../../stores/toasts.ts';
import { ActionButton } from '../../../../ui/ActionButton.tsx';
import { Chip } from '../../../../ui/Chip.tsx';
import { LoadFailed } from '../../../../ui/form/LoadFailed.tsx';
import { useChartScreen } from '../../model/chart-context.ts';
import { nameOrInstrument } from '../alert-words.ts';
import classes from './AlertsDrawer.module.css';

/** The firings, newest first; a press on one shows its bar on the chart, with a mark at its price. */
export function FiringLog({ search }: { search: string }) {
  const { controller } = useChartScreen();
  const navigate = useNavigate();
  const [shown, setShown] = useState<AlertFiring | null>(null);
  const log = useInfiniteQuery({
    queryKey: [...alertsQuery.queryKey, 'log'],
    queryFn: ({ signal, pageParam }) =>
      authorizedRequest(
        listAlertFirings,
        {
          query: {
            limit: FIRINGS_A_PAGE,
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
    meta: { failure: 'in-place' },
  });
  const engine = controller?.engine;
  useEffect(() => {
    if (!engine || !shown) return;
    engine.alerts.setPast([{ timeMs: shown.barTime, price: shown.price }]);
    return () => engine.alerts.setPast([]);
  }, [engine, shown]);
  if (log.error && !log.data) {
    return (
      <LoadFailed isBusy={log.isFetching} onRetry={() => void log.refetch()}>
        {log.error.message}
      </LoadFailed>
    );
  }
  const wanted = search.trim().toLowerCase();
  const firings = log.data?.pages
    .flatMap((page) => page.firings)
    .filter(({ text, name, symbol }) => `${text} ${name} ${symbol}`.toLowerCase().includes(wanted));
  if (!firings) return <Skeleton className={classes.pending ?? ''} aria-hidden="true" />;
  const show = (firing: AlertFiring) => {
    const search = chartOfFiring(firing);
    if (!search) return;
    setShown(firing);
    void navigate({ to: paths.liveChart, search });
  };
  return (
    <>
      {firings.length === 0 && (
        <p className={classes.empty}>
          {log.hasNextPage ? 'None of the newest firings fits.' : 'No firing is found.'}
        </p>
      )}
      <ul className={classes.list}>
        {firings.map((firing) => (
          <li key={firing.id} className={classes.row}>
            <div className={classes.firing}>
              <button
                type="button"
                className={classes.open}
                aria-current={firing.id === shown?.id || undefined}
                onClick={() => show(firing)}
              >
                <span className={classes.name}>{nameOrInstrument(firing)}</span>
                <span className={classes.text}>{firing.text}</span>
                <span className={classes.about}>
                  {formatMoment(firing.timeMs, deviceZone())}
                  {lateText(firing)}
                </span>
              </button>
              <Deliveries firing={firing} />
            </div>
          </li>
        ))}
      </ul>
      {log.hasNextPage && (
        <ActionButton
          variant="default"
          size="sm"
          isBusy={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          Older firings
        </ActionButton>
      )}
    </>
  );
}

function lateText({ late }: AlertFiring): string {
  if (!late) return '';
  const [from, to] = [late.fromMs, late.toMs].map((ms) => formatClock(ms, deviceZone()));
  return ` · late, ${from}–${to} was missed`;
}

const CHANNELS: Record<AlertDelivery['channel'], string> = {
  mail: 'E-mail',
  push: 'Push',
  webhook: 'Webhook',
};
const STATES = {
  waiting: { kind: 'info', word: 'waits' },
  sent: { kind: 'success', word: 'sent' },
  failed: { kind: 'error', word: 'failed' },
} as const;

/** The ways on which a firing was told; a failed one can be repeated. */
function Deliveries({ firing }: { firing: AlertFiring }) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => authorizedRequest(resendAlertFiring, { params: { id: firing.id } }),
    onSuccess: () => {
      void readAnew(queryClient, { queryKey: alertsQuery.queryKey });
      showToast({ kind: 'success', text: 'The messages are sent again.' });
    },
  });
  const { deliveries } = firing;
  if (deliveries.length === 0) return null;
  const failed = deliveries.filter(({ state }) => state === 'failed');
  return (
    <div className={classes.deliveries}>
      {deliveries.map(({ id, channel, state }) => (
        <Chip key={id} kind={STATES[state].kind}>
          {CHANNELS[channel]} {STATES[state].word}
        </Chip>
      ))}
      {failed.map(({ id, problem }) => problem && <span key={id}>{problem}</span>)}
      {failed.length > 0 && (
        <Button size="compact-xs" variant="default" disabled={isPending} onClick={() => mutate()}>
          Resend
        </Button>
      )}
    </div>
  );
}

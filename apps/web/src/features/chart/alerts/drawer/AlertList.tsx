import { Button, Checkbox } from '@mantine/core';
import { type Alert, createAlert, MOST_SET_AT_ONCE, setAlerts } from '@moneytrail/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { alertsQuery } from '../../../../api/alerts.ts';
import { readAnew } from '../../../../api/read-anew.ts';
import { serverClock } from '../../../../api/server-clock.ts';
import { authorizedRequest } from '../../../../api/session/session.ts';
import { deviceZone, formatMoment, formatSince } from '../../../../lib/format-time.ts';
import { randomUuid } from '../../../../lib/random-uuid.ts';
import { showToast } from '../../../../stores/toasts.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { useChartScreen } from '../../model/chart-context.ts';
import { alertSentence, alertTitle, isUnreadable, type WatchedNames } from '../alert-words.ts';
import { definitionOf } from '../dialog/alert-draft.ts';
import { ScreenLink } from '../ScreenLink.tsx';
import { useWatchedNames } from '../use-watched-names.ts';
import classes from './AlertsDrawer.module.css';

type Props = { alerts: readonly Alert[]; empty: string };

/** Alerts with boxes to act on several at once; a press on one opens it. */
export function AlertList({ alerts, empty }: Props) {
  const { openPanel } = useChartScreen();
  const names = useWatchedNames(alerts);
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const chosen = alerts.filter(({ id }) => marked.has(id));
  if (alerts.length === 0) return <p className={classes.empty}>{empty}</p>;
  const mark = (id: number, isMarked: boolean) => {
    const next = new Set(marked);
    if (isMarked) next.add(id);
    else next.delete(id);
    setMarked(next);
  };
  return (
    <>
      <Checkbox
        className={classes.all ?? ''}
        label={chosen.length > 0 ? `${chosen.length} marked` : 'Mark all'}
        checked={chosen.length === alerts.length}
        indeterminate={chosen.length > 0 && chosen.length < alerts.length}
        onChange={({ currentTarget: { checked } }) =>
          setMarked(new Set(checked ? alerts.map(({ id }) => id) : []))
        }
      />
      <ul className={classes.list}>
        {alerts.map((alert) => (
          <li key={alert.id} className={classes.row}>
            <Checkbox
              aria-label={`Mark ${headOf(alert, names).join(': ')}`}
              checked={marked.has(alert.id)}
              onChange={({ currentTarget: { checked } }) => mark(alert.id, checked)}
            />
            <div className={classes.firing}>
              <button
                type="button"
                className={classes.open}
                disabled={isUnreadable(alert)}
                onClick={() => openPanel({ kind: 'change-alert', alert })}
              >
                {headOf(alert, names).map((text, index) => (
                  <span key={text} className={index === 0 ? classes.name : classes.text}>
                    {text}
                  </span>
                ))}
                <span className={classes.about}>{stateText(alert, names)}</span>
              </button>
              {alert.screen && (
                <div className={classes.deliveries}>
                  <ScreenLink id={alert.screen.id} />
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Actions chosen={chosen} onDone={() => setMarked(new Set())} />
    </>
  );
}

/** The given name and the sentence. A sentence alone names the instrument, the list or the screen, if it can be read. */
function headOf(alert: Alert, names: WatchedNames): string[] {
  const title = isUnreadable(alert) ? alertTitle(alert, names) : alert.name;
  const sentence = alertSentence(alert, names);
  return title ? [title, sentence] : [sentence];
}

const PAUSED: Record<NonNullable<Alert['pausedFor']>, string> = {
  byOwner: 'Paused by you',
  noRight: 'Paused: your account may not see this instrument now',
  overLimit: 'Paused: your account may have fewer active alerts now',
  noDrawing: 'Paused: its drawing was removed',
  noInstrument: 'Paused: the instrument is no longer available',
  noWatchlist: 'Paused: its watchlist was deleted',
  noScreen: 'Paused: its screen was deleted',
  unreadable: 'Paused: it was made by a newer version of Moneytrail',
};

const NO_SCREENER = 'Paused: your account may not use the screener now';

function stateText(alert: Alert, { lists }: WatchedNames): string {
  const { instruments, watchlist, members, state } = alert;
  if (members !== null && state === 'active') {
    const count =
      members === 1 ? '1 instrument is' : `${members.toLocaleString('en-US')} instruments are`;
    return `${count} in it now. ${ownStateText(alert)}`;
  }
  if (!instruments) return ownStateText(alert);
  if (watchlist !== undefined && lists.size > 0 && !lists.has(watchlist)) {
    return ownStateText(alert.state === 'paused' ? { ...alert, pausedFor: 'noWatchlist' } : alert);
  }
  const { count, paused, fired } = instruments;
  const parts = [count === 1 ? '1 instrument' : `${count} instruments`];
  if (fired > 0) parts.push(fired === 1 ? '1 has fired' : `${fired} have fired`);
  if (paused > 0 && alert.state !== 'paused') {
    const [are, them] = paused === 1 ? ['is', 'it'] : ['are', 'them'];
    parts.push(`${paused} ${are} paused, without the right to ${them} or beyond your limit`);
  }
  return `${parts.join('; ')}. ${ownStateText(alert)}`;
}

function ownStateText({
  state,
  pausedFor,
  snoozedUntilMs,
  firedCount,
  lastFiredMs,
  screen,
}: Alert): string {
  const nowMs = serverClock.now();
  const zone = deviceZone();
  const fired =
    lastFiredMs === null
      ? 'Has not fired'
      : `Fired ${firedCount === 1 ? 'once' : `${firedCount} times`}, last ${formatSince(lastFiredMs, nowMs, zone)}`;
  if (state === 'paused' && pausedFor) {
    const reason = screen && pausedFor === 'noRight' ? NO_SCREENER : PAUSED[pausedFor];
    return `${reason}. ${fired}.`;
  }
  if (state === 'expired') return `Expired. ${fired}.`;
  if (snoozedUntilMs !== null && snoozedUntilMs > nowMs) {
    return `Snoozed until ${formatMoment(snoozedUntilMs, zone)}. ${fired}.`;
  }
  return `${fired}.`;
}

type To = 'active' | 'paused' | 'deleted' | 'snoozed';

const SNOOZE_MINUTES = 60;
const targetOf = (to: To) =>
  to === 'snoozed' ? { kind: to, minutes: SNOOZE_MINUTES } : { kind: to };
const DONE: Record<To, string> = {
  active: 'activated',
  paused: 'paused',
  deleted: 'deleted',
  snoozed: 'snoozed for an hour',
};

function doneText(count: number, to: To): string {
  return `${count === 1 ? 'Alert' : `${count} alerts`} ${DONE[to]}.`;
}

/** The actions on the marked alerts. Pausing and activating can be undone, deleting is confirmed. */
function Actions({ chosen, onDone }: { chosen: readonly Alert[]; onDone: () => void }) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const readAgain = () => readAnew(queryClient, { queryKey: alertsQuery.queryKey });
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ ids, to }: { ids: number[]; to: To; canUndo: boolean }) => {
      const changed: number[] = [];
      for (let from = 0; from < ids.length; from += MOST_SET_AT_ONCE) {
        const body = { ids: ids.slice(from, from + MOST_SET_AT_ONCE), to: targetOf(to) };
        const part = await authorizedRequest(setAlerts, { body }, { isRepeatable: true });
        changed.push(...part.changed);
      }
      return changed;
    },
    // Some of many may have been changed before one part failed.
    onSettled: () => void readAgain(),
    onSuccess: (changed, { to, canUndo }) => {
      setAsking(false);
      onDone();
      const back = to === 'paused' ? 'active' : 'paused';
      const undo = {
        label: 'Undo',
        run: () => mutate({ ids: changed, to: back, canUndo: false }),
      };
      const text = doneText(changed.length, to);
      showToast({ kind: 'success', text, ...(canUndo && { action: undo }) });
    },
  });
  const copy = useMutation({
    mutationFn: async (alerts: readonly Alert[]) => {
      for (const alert of alerts) {
        const body = { ...definitionOf(alert), key: randomUuid() };
        await authorizedRequest(createAlert, { body });
      }
    },
    onSuccess: (_done, alerts) =>
      showToast({
        kind: 'success',
        text: alerts.length === 1 ? 'Alert duplicated.' : `${alerts.length} alerts duplicated.`,
      }),
    onSettled: () => {
      void readAgain();
      onDone();
    },
  });
  const isBusy = isPending || copy.isPending;
  const isKnown = !chosen.some(isUnreadable);
  const act = (to: To) => {
    const from = to === 'active' ? 'paused' : 'active';
    // An alert that has fired or ended cannot be brought back, and a snooze has no opposite.
    const isSwitch = to === 'active' || to === 'paused';
    const canUndo = isSwitch && chosen.every(({ state }) => state === from);
    mutate({ ids: chosen.map(({ id }) => id), to, canUndo });
  };
  const isActive = chosen.some(({ state }) => state === 'active');
  return (
    <>
      {chosen.length > 0 && (
        <div
          className={`${classes.actions} ${classes.chosen}`}
          role="toolbar"
          aria-label="Marked alerts"
        >
          <Button
            size="xs"
            variant="default"
            disabled={isBusy || !isKnown}
            onClick={() => act('active')}
          >
            Activate
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={isBusy || !isActive}
            onClick={() => act('paused')}
          >
            Pause
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={isBusy || !isActive}
            onClick={() => act('snoozed')}
          >
            Snooze 1 h
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={isBusy || !isKnown}
            onClick={() => copy.mutate(chosen)}
          >
            Duplicate
          </Button>
          <Button size="xs" variant="default" disabled={isBusy} onClick={() => setAsking(true)}>
            Delete
          </Button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title={chosen.length === 1 ? 'Delete the alert?' : `Delete ${chosen.length} alerts?`}
          action="Delete"
          isPending={isPending}
          onConfirm={() => act('deleted')}
          onCancel={() => setAsking(false)}
        >
          Their firings stay in the log.
        </ConfirmDialog>
      )}
    </>
  );
}

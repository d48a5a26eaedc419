import { Button, Popover, Switch } from '@mantine/core';
import { type AlertFiring, seeAlertFirings } from '@moneytrail/contract';
import { IconBell, IconBellRinging } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { alertsQuery, chartOfFiring, firingsQuery } from '../../api/alerts.ts';
import { readAnew } from '../../api/read-anew.ts';
import { serverClock } from '../../api/server-clock.ts';
import { authorizedRequest } from '../../api/session/session.ts';
import { stream } from '../../api/stream/stream.ts';
import { deviceZone, formatSince } from '../../lib/format-time.ts';
import { onceInBrowser } from '../../lib/once-in-browser.ts';
import { playSound, SOUNDS } from '../../lib/play-sound.ts';
import { paths } from '../../paths.ts';
import { alertsWanted, silenced, unseenCount } from '../../stores/alert-news.ts';
import { chartOrLast } from '../../stores/last-chart.ts';
import { showToast } from '../../stores/toasts.ts';
import { useValue } from '../../stores/use-value.ts';
import { useCloseOnEscape } from '../../ui/hooks/use-close-on-escape.ts';
import classes from './AlertBell.module.css';
import { usePressedPush } from './use-pressed-push.ts';

const SHOWN = 10;

/** The bell of the top bar: how many firings are new, their list, and what tells of each when it comes. */
export function AlertBell() {
  const { data } = useQuery(firingsQuery);
  const [isOpen, setOpen] = useState(false);
  const unseen = data?.unseen ?? 0;
  const openFiring = useOpenFiring();
  const see = useSee();
  useNews(data?.firings, openFiring);
  useTitleMark(unseen);
  usePressedPush();
  useCloseOnEscape(isOpen, () => setOpen(false));
  const toggle = () => {
    setOpen(!isOpen);
    const newest = data?.firings[0];
    if (!isOpen && newest && unseen > 0) see(newest.id);
  };
  const Icon = unseen > 0 ? IconBellRinging : IconBell;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={340}
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.bell}
          aria-label={unseen > 0 ? `Alerts, ${unseen} new` : 'Alerts'}
          aria-haspopup="dialog"
          onClick={toggle}
        >
          <Icon size={20} stroke={1.75} aria-hidden="true" />
          {unseen > 0 && (
            <span className={classes.count} aria-hidden="true">
              {unseen > 99 ? '99+' : unseen}
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Alerts">
        <BellList
          firings={data?.firings.slice(0, SHOWN) ?? []}
          onOpen={(firing) => {
            setOpen(false);
            openFiring(firing);
          }}
          onAll={() => setOpen(false)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

type ListProps = {
  firings: readonly AlertFiring[];
  onOpen: (firing: AlertFiring) => void;
  onAll: () => void;
};

function BellList({ firings, onOpen, onAll }: ListProps) {
  const navigate = useNavigate();
  const isSilent = useValue(silenced);
  const all = () => {
    onAll();
    alertsWanted.set(true);
    void navigate({ to: paths.liveChart, search: (former) => chartOrLast(former) });
  };
  return (
    <>
      {firings.length === 0 ? (
        <p className={classes.empty}>No alert has fired yet.</p>
      ) : (
        <ul className={classes.list}>
          {firings.map((firing) => (
            <li key={firing.id}>
              <button
                type="button"
                className={classes.firing}
                data-new={!firing.isSeen || undefined}
                onClick={() => onOpen(firing)}
              >
                <span>{firing.text}</span>
                <span className={classes.when}>
                  {formatSince(firing.timeMs, serverClock.now(), deviceZone())}
                  {firing.late && ' · found late'}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.foot}>
        <Switch
          label="Sound"
          checked={!isSilent}
          onChange={({ currentTarget: { checked } }) => silenced.set(!checked)}
        />
        <Button size="xs" variant="default" onClick={all}>
          All alerts
        </Button>
      </div>
    </>
  );
}

/** Opens the chart of a firing at its bar. */
function useOpenFiring(): (firing: AlertFiring) => void {
  const navigate = useNavigate();
  return (firing) => {
    const search = chartOfFiring(firing);
    if (search) void navigate({ to: paths.liveChart, search });
  };
}

function useSee(): (upTo: number) => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (upTo: number) => authorizedRequest(seeAlertFirings, { body: { upTo } }),
    meta: { failure: 'in-place' },
    onSuccess: ({ unseen }) =>
      // The list keeps the marks of new ones until it is read again.
      queryClient.setQueryData(firingsQuery.queryKey, (known) => known && { ...known, unseen }),
  });
  return mutate;
}

/** Reads the firings when the stream tells of one, and tells those that were not there before: toast and sound. */
function useNews(
  firings: readonly AlertFiring[] | undefined,
  openFiring: (firing: AlertFiring) => void,
): void {
  const queryClient = useQueryClient();
  /** The newest firing that was told; null until the first list, which is no news. */
  const told = useRef<number | null>(null);
  useEffect(
    // Alerts as well: one that fires once is then over.
    () => stream.onAlert(() => void readAnew(queryClient, { queryKey: alertsQuery.queryKey })),
    [queryClient],
  );
  const tell = useEffectEvent((known: readonly AlertFiring[]) => {
    const before = told.current;
    told.current = Math.max(before ?? 0, known[0]?.id ?? 0);
    if (before === null) return;
    const news = known.filter(({ id, isSeen }) => id > before && !isSeen).toReversed();
    for (const firing of news) {
      showToast({
        kind: 'info',
        text: firing.text,
        action: { label: 'Show', run: () => openFiring(firing) },
      });
    }
    const last = news.at(-1);
    const sound = SOUNDS.find((one) => one === last?.sound);
    if (last && sound && !silenced.get()) {
      onceInBrowser(`firing ${last.id}`, () => playSound(sound));
    }
  });
  useEffect(() => {
    if (firings) tell(firings);
  }, [firings]);
}

/** Tells the browser's tab. */
function useTitleMark(unseen: number): void {
  useEffect(() => {
    unseenCount.set(unseen);
    return () => unseenCount.set(0);
  }, [unseen]);
}

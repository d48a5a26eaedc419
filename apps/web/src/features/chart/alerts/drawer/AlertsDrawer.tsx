import { Button, Skeleton, Tabs, TextInput } from '@mantine/core';
import type { Alert, Watchlist } from '@moneytrail/contract';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { alertsQuery, usedAlerts } from '../../../../api/alerts.ts';
import { useTechnicalCode } from '../../../../stores/technical-studies.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { LoadFailed } from '../../../../ui/form/LoadFailed.tsx';
import { NOTHING_OPEN, useChartScreen } from '../../model/chart-context.ts';
import { useTechnicalStudiesOf } from '../../preferences/use-technical-studies.ts';
import { useWatchlists } from '../../watchlist/use-watchlists.ts';
import { alertSentence, alertTitle, type WatchedNames } from '../alert-words.ts';
import { openAlertAtCrosshair } from '../open-alert.ts';
import { useWatchedNames } from '../use-watched-names.ts';
import { AlertList } from './AlertList.tsx';
import classes from './AlertsDrawer.module.css';
import { FiringLog } from './FiringLog.tsx';
import { WebhookList } from './WebhookList.tsx';

const LISTS = [
  { value: 'active', label: 'Active', states: ['active'], empty: 'No alert is active.' },
  { value: 'paused', label: 'Paused', states: ['paused'], empty: 'No alert is paused.' },
  {
    value: 'fired',
    label: 'Fired',
    states: ['fired', 'expired'],
    empty: 'No alert has fired for good or expired.',
  },
] as const satisfies readonly {
  value: string;
  label: string;
  states: readonly Alert['state'][];
  empty: string;
}[];

/** All alerts of the account by their state, the log of firings, and webhooks. */
export function AlertsDrawer() {
  const screen = useChartScreen();
  const { data, error, isFetching, refetch } = useQuery(alertsQuery);
  const [search, setSearch] = useState('');
  const { data: lists = [] } = useWatchlists();
  const conditions = data?.alerts.flatMap((alert) => alert.conditions) ?? [];
  useTechnicalStudiesOf(
    conditions.flatMap((one) => (one.kind === 'study' ? [{ id: one.study }] : [])),
  );
  // Its studies are called by their names once their code is loaded.
  useTechnicalCode();
  const names = useWatchedNames(data?.alerts ?? []);
  const alerts = data?.alerts.filter((alert) => isFound(alert, search, { lists, names })) ?? [];
  const inStates = (states: readonly Alert['state'][]) =>
    alerts.filter(({ state }) => states.includes(state));
  return (
    <Dialog title="Alerts" width={420} isAside onClose={() => screen.openPanel(NOTHING_OPEN)}>
      <div className={classes.head}>
        <TextInput
          type="search"
          aria-label="Search alerts"
          placeholder="Search alerts"
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
          value={search}
          onChange={({ currentTarget: { value } }) => setSearch(value)}
        />
        <div className={classes.first}>
          <Button
            size="sm"
            leftSection={<IconPlus size={16} stroke={1.75} />}
            onClick={() => openAlertAtCrosshair(screen)}
          >
            New alert
          </Button>
          {data && (
            <p className={classes.quiet}>
              {usedAlerts(data.alerts).toLocaleString('en-US')} of{' '}
              {data.limit.toLocaleString('en-US')} alerts of your account
            </p>
          )}
        </div>
      </div>
      <Tabs
        defaultValue="active"
        keepMounted={false}
        color="orange"
        classNames={{ tab: classes.tab ?? '' }}
      >
        <Tabs.List>
          {LISTS.map(({ value, label, states }) => (
            <Tabs.Tab key={value} value={value}>
              {label} {data && <span className={classes.count}>{inStates(states).length}</span>}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value="log">Log</Tabs.Tab>
          <Tabs.Tab value="webhooks">Webhooks</Tabs.Tab>
        </Tabs.List>
        {LISTS.map(({ value, states, empty }) => (
          <Tabs.Panel key={value} value={value} className={classes.panel ?? ''}>
            {error && !data && (
              <LoadFailed isBusy={isFetching} onRetry={() => void refetch()}>
                {error.message}
              </LoadFailed>
            )}
            {!error && !data && <Skeleton className={classes.pending ?? ''} aria-hidden="true" />}
            {data && <AlertList alerts={inStates(states)} empty={search ? NOT_FOUND : empty} />}
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="log" className={classes.panel ?? ''}>
          <FiringLog search={search} />
        </Tabs.Panel>
        <Tabs.Panel value="webhooks" className={classes.panel ?? ''}>
          <WebhookList />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  );
}

const NOT_FOUND = 'Nothing is found.';

/** By the title, the conditions, or an instrument that is watched. */
function isFound(
  alert: Alert,
  search: string,
  { lists, names }: { lists: readonly Watchlist[]; names: WatchedNames },
): boolean {
  const list = lists.find(({ id }) => id === alert.watchlist);
  const listed = list?.entries.flatMap((entry) => (entry.kind === 'symbol' ? entry.symbol : []));
  const own = alert.screen ? [] : [alert.symbol];
  const symbols = alert.watchlist === undefined ? own : (listed ?? []);
  const texts = [...symbols, alertTitle(alert, names), alertSentence(alert, names)];
  return texts.join(' ').toLowerCase().includes(search.trim().toLowerCase());
}

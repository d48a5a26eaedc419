import type { LayoutHead } from '@moneytrail/contract';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { DEFAULT_CHART, readChartSearch } from '../../../lib/chart-search.ts';
import { NAVIGATION_ITEMS } from '../../../navigation.ts';
import { paths } from '../../../paths.ts';
import { alertsWanted } from '../../../stores/alert-news.ts';
import { chartOrLast } from '../../../stores/last-chart.ts';
import { layoutWanted } from '../../../stores/layout-wanted.ts';
import { layoutsQuery } from '../layouts/layout-queries.ts';
import { tickerOf } from '../search/match-symbols.ts';
import type { Given, PaletteCommand } from './context.ts';
import { PaletteDialog } from './PaletteDialog.tsx';
import {
  frameCommands,
  inGroup,
  layoutCommands,
  pageCommands,
  screenCommands,
  symbolCommands,
} from './page-commands.ts';
import { foundGroups } from './rank.ts';
import {
  useAlertWords,
  useFoundSymbols,
  usePageActions,
  useSavedScreens,
} from './use-page-actions.ts';

/**
 * The palette of pages without a chart: other pages and saved screens, and symbols, saved charts and alerts, which open the
 * chart.
 */
export function PagePalette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const { symbols, isAsking, uses } = useFoundSymbols(text);
  const page = usePageActions();
  const commands: PaletteCommand[] = [
    ...inGroup('Pages', pageCommands(page, NAVIGATION_ITEMS)),
    ...inGroup('Commands', frameCommands(page)),
    ...useChartCommands({ symbols }),
    ...inGroup('Saved screens', screenCommands(useSavedScreens())),
  ];
  return (
    <PaletteDialog
      label="Page, symbol, saved chart or alert"
      text={text}
      onText={setText}
      groups={foundGroups(commands, { text, uses, nowMs: serverClock.now() })}
      isAsking={isAsking}
      onClose={onClose}
    />
  );
}

/** Commands that lead to the chart. */
function useChartCommands({
  symbols,
}: Pick<ReturnType<typeof useFoundSymbols>, 'symbols'>): PaletteCommand[] {
  const navigate = useNavigate();
  const alerts = useAlertWords();
  const { data: layouts = [] } = useQuery(layoutsQuery);
  const openLayout = ({ id, symbol, resolution }: LayoutHead) => {
    layoutWanted.set(id);
    void navigate({ to: paths.liveChart, search: readChartSearch({ symbol, resolution }) });
  };
  const openChart = (symbol: string) =>
    void navigate({ to: paths.liveChart, search: { ...DEFAULT_CHART, symbol } });
  const openAlerts = () => {
    alertsWanted.set(true);
    void navigate({ to: paths.liveChart, search: (former) => chartOrLast(former) });
  };
  const alertCommands = alerts.map(
    ({ alert, title, sentence }): Given => ({
      id: `alert:${alert.id}`,
      name: title,
      aliases: [sentence, 'alert'],
      detail: sentence,
      icon: IconBell,
      run: () => {
        // The symbol of an alert on a watchlist need not be on the list, and that of one on a screen is not watched.
        if (alert.watchlist !== undefined || alert.screen) return openAlerts();
        alertsWanted.set(true);
        openChart(alert.symbol);
      },
    }),
  );
  return [
    // The chart says which of them are locked.
    ...inGroup(
      'Symbols',
      symbolCommands({ symbols, openSymbol: (row) => openChart(tickerOf(row)) }),
    ),
    ...inGroup('Saved charts', layoutCommands(layouts, { open: openLayout })),
    ...inGroup('Alerts', alertCommands),
    ...inGroup('Commands', [
      {
        id: 'alerts',
        name: 'List of alerts',
        icon: IconBell,
        aliases: ['alerts drawer', 'webhooks'],
        run: openAlerts,
      },
    ]),
  ];
}

import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { currentUserQuery, exchangesQuery } from '../../../api/queries.ts';
import { DEFAULT_CHART } from '../../../lib/chart-search.ts';
import { lastChart } from '../../../stores/last-chart.ts';
import { usePageTitle } from '../../../stores/use-page-title.ts';
import { useIsFullScreen } from '../../../ui/hooks/use-full-screen.ts';
import { PREPARING } from '../model/messages.ts';
import { type ChartRoute, useChartRoute } from '../model/use-chart-route.ts';
import { LoadingOverlay } from '../notices/ChartNotices.tsx';
import { LoadFailed } from '../notices/LoadFailed.tsx';
import { PaywallHost } from '../paywall/PaywallHost.tsx';
import { type Paywall, usePaywall } from '../paywall/use-paywall.ts';
import { rememberSymbol } from '../search/recent-symbols.ts';
import { LiveChart } from './LiveChart.tsx';
import classes from './LiveChartPage.module.css';
import refused from './SymbolRefused.module.css';
import { useFeedStates } from './use-feed-states.ts';
import { useShownResolution } from './use-shown-resolution.ts';
import { useShownSymbol } from './use-shown-symbol.ts';

type NoInstrumentProps = { route: ChartRoute; error: unknown; onRetry: () => void };

/** Stands in for the chart while its instrument is loading, and if it cannot be shown. */
function NoInstrument({ route, error, onRetry }: NoInstrumentProps) {
  const { symbol, setSymbol } = route;
  usePageTitle('Live Chart');
  if (isRefusal(error)) return <SymbolRefused symbol={symbol} refusal={error} onOpen={setSymbol} />;
  if (error) return <LoadFailed what={symbol} error={error} onRetry={onRetry} />;
  return <LoadingOverlay text={PREPARING} />;
}

type ChartSectionProps = { route: ChartRoute; paywall: Paywall };

/** The chart of the instrument in the address, or its replacement. */
function ChartSection({ route, paywall }: ChartSectionProps) {
  const onLocked = (symbol: string) => paywall.refuseSymbol(symbol, () => route.setSymbol(symbol));
  const { info, error, unreached, awaited, retry } = useShownSymbol(route, onLocked);
  const interval = useShownResolution(route, info?.supported_resolutions);
  const { data: exchanges } = useQuery(exchangesQuery);
  const { data: user } = useQuery(currentUserQuery);
  const isFullScreen = useIsFullScreen();
  const ticker = info?.ticker;
  useEffect(() => {
    if (ticker !== undefined) rememberSymbol(ticker);
  }, [ticker]);
  const { resolution } = interval;
  const isOwn = route.shared === undefined;
  useEffect(() => {
    if (ticker !== undefined && isOwn) lastChart.set({ symbol: ticker, resolution });
  }, [ticker, resolution, isOwn]);
  if (!info) {
    return (
      <section className={classes.page} aria-label="Live chart">
        <div className={classes.empty}>
          <NoInstrument route={route} error={error} onRetry={retry} />
        </div>
      </section>
    );
  }
  return (
    <section
      className={classes.page}
      aria-label="Live chart"
      data-full-screen={isFullScreen || undefined}
    >
      <LiveChart
        // Another user or another shared chart starts from scratch.
        key={`${user?._id ?? ''} ${route.shared ?? ''}`}
        info={info}
        unreached={unreached}
        awaited={awaited}
        resolution={interval.resolution}
        missingResolution={interval.missing}
        isExchangeOffline={exchanges?.[info.exchange]?.isOffline ?? false}
        hasSummary={user?.permissions.isDetailedSummaryAllowed ?? false}
        setSymbol={route.setSymbol}
        setResolution={interval.setResolution}
        openInstrument={interval.openInstrument}
        nameInstrument={interval.nameInstrument}
        shared={route.shared}
        refuse={paywall.refuse}
        freeStart={paywall.freeStart}
      />
    </section>
  );
}

export function LiveChartPage() {
  const route = useChartRoute();
  const paywall = usePaywall({ opensByItself: true });
  useFeedStates();
  return (
    <>
      <ChartSection route={route} paywall={paywall} />
      <PaywallHost paywall={paywall} />
    </>
  );
}

type RefusedProps = {
  symbol: string;
  refusal: ApiError;
  onOpen: (symbol: string) => void;
};

/** The answer is final: asking again would not change it. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 429;
}

/** Tells why the instrument is not shown, and offers the one that everybody may see. */
function SymbolRefused({ symbol, refusal, onOpen }: RefusedProps) {
  return (
    <div className={refused.refused} role="alert">
      <IconSearchOff size={40} stroke={1.5} aria-hidden="true" className={refused.icon} />
      <p className={refused.title}>{refusal.message}</p>
      <p className={refused.reason}>Nothing is shown for {symbol}.</p>
      <Button onClick={() => onOpen(DEFAULT_CHART.symbol)}>Open {DEFAULT_CHART.symbol}</Button>
    </div>
  );
}

import { useDocumentTitle, useFullscreenDocument } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentUserQuery, exchangesQuery } from '../../../api/queries.ts';
import { brandedTitle } from '../../../lib/brand.ts';
import { PREPARING } from '../model/messages.ts';
import { type ChartRoute, useChartRoute } from '../model/use-chart-route.ts';
import { LoadFailed } from '../notices/LoadFailed.tsx';
import { LoadingOverlay } from '../notices/LoadingOverlay.tsx';
import { isRefusal, SymbolRefused } from '../notices/SymbolRefused.tsx';
import { PaywallHost } from '../paywall/PaywallHost.tsx';
import { type Paywall, usePaywall } from '../paywall/use-paywall.ts';
import { rememberSymbol } from '../search/recent-symbols.ts';
import { LiveChart } from './LiveChart.tsx';
import classes from './LiveChartPage.module.css';
import { useFeedStates } from './use-feed-states.ts';
import { useShownSymbol } from './use-shown-symbol.ts';

type NoInstrumentProps = { route: ChartRoute; error: unknown; onRetry: () => void };

/** What stands in the chart's place while its instrument is not known, and where it will not be. */
function NoInstrument({ route, error, onRetry }: NoInstrumentProps) {
  const { symbol, setSymbol } = route;
  useDocumentTitle(brandedTitle('Live Chart'));
  if (isRefusal(error)) return <SymbolRefused symbol={symbol} refusal={error} onOpen={setSymbol} />;
  if (error) return <LoadFailed what={symbol} error={error} onRetry={onRetry} />;
  return <LoadingOverlay text={PREPARING} />;
}

type ChartSectionProps = { route: ChartRoute; paywall: Paywall };

/** The chart of the instrument in the address, or what stands in its place. */
function ChartSection({ route, paywall }: ChartSectionProps) {
  const onLocked = (symbol: string) => paywall.refuseSymbol(symbol, () => route.setSymbol(symbol));
  const { info, error, unreached, awaited, retry } = useShownSymbol(route, onLocked);
  const { data: exchanges } = useQuery(exchangesQuery);
  const { data: user } = useQuery(currentUserQuery);
  const { fullscreen: isFullScreen } = useFullscreenDocument();
  const ticker = info?.ticker;
  useEffect(() => {
    if (ticker !== undefined) rememberSymbol(ticker);
  }, [ticker]);
  if (!info) {
    return (
      <section className={classes.page} aria-label="Live chart">
        <div className={classes.empty}>
          <NoInstrument route={route} error={error} onRetry={retry} />
        </div>
      </section>
    );
  }
  const isOffered = info.supported_resolutions.includes(route.resolution);
  return (
    <section
      className={classes.page}
      aria-label="Live chart"
      data-full-screen={isFullScreen || undefined}
    >
      <LiveChart
        // Somebody else, or somebody else's chart: nothing of the chart before stays.
        key={`${user?._id ?? ''} ${route.shared ?? ''}`}
        info={info}
        unreached={unreached}
        awaited={awaited}
        resolution={isOffered ? route.resolution : '1D'}
        isExchangeOffline={exchanges?.[info.exchange]?.isOffline ?? false}
        hasSummary={user?.permissions.isDetailedSummaryAllowed ?? false}
        setSymbol={route.setSymbol}
        setResolution={route.setResolution}
        openInstrument={route.openInstrument}
        shared={route.shared}
        refuse={paywall.refuse}
      />
    </section>
  );
}

/** The live chart, and the paywall over it. */
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

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { currentUserQuery, exchangesQuery, symbolQuery } from '../../../api/queries.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { LoadFailed } from '../notices/LoadFailed.tsx';
import { LoadingOverlay } from '../notices/LoadingOverlay.tsx';
import { rememberSymbol } from '../search/recent-symbols.ts';
import { useFullScreen } from '../toolbar/use-full-screen.ts';
import { LiveChart } from './LiveChart.tsx';
import classes from './LiveChartPage.module.css';
import { PREPARING } from './messages.ts';
import { useChartRoute } from './use-chart-route.ts';
import { useFeedStates } from './use-feed-states.ts';

/** The live chart of the instrument in the address. */
export function LiveChartPage() {
  const route = useChartRoute();
  const symbol = useQuery({ ...symbolQuery(route.symbol), placeholderData: keepPreviousData });
  const { data: exchanges } = useQuery(exchangesQuery);
  const { data: user } = useQuery(currentUserQuery);
  const { isOn: isFullScreen } = useFullScreen();
  useFeedStates();
  usePageTitle(symbol.data ? `${symbol.data.name} · Live Chart` : 'Live Chart');
  const info = symbol.data;
  if (!info || symbol.isError) {
    return (
      <section className={classes.page} aria-label="Live chart">
        <div className={classes.empty}>
          {symbol.isError ? (
            <LoadFailed what={route.symbol} error={symbol.error} onRetry={() => symbol.refetch()} />
          ) : (
            <LoadingOverlay text={PREPARING} />
          )}
        </div>
      </section>
    );
  }
  rememberSymbol(info.ticker);
  const isOffered = info.supported_resolutions.includes(route.resolution);
  return (
    <section
      className={classes.page}
      aria-label="Live chart"
      data-full-screen={isFullScreen || undefined}
    >
      <LiveChart
        info={info}
        resolution={isOffered ? route.resolution : '1D'}
        isExchangeOffline={exchanges?.[info.exchange]?.isOffline ?? false}
        hasSummary={user?.permissions.isDetailedSummaryAllowed ?? false}
        setSymbol={route.setSymbol}
        setResolution={route.setResolution}
      />
    </section>
  );
}

import { EmbeddedChart } from './features/chart/embedded/EmbeddedChart.tsx';
import { useFeedStates } from './features/chart/screen/use-feed-states.ts';
import { AddToWatchlist } from './features/chart/watchlist/AddToWatchlist.tsx';
import { ScreenerPage } from './features/screener/ScreenerPage.tsx';

/** The screener with small charts beside its rows, and the way from there to watchlists. */
export function Screener() {
  useFeedStates();
  return <ScreenerPage Chart={EmbeddedChart} AddToWatchlist={AddToWatchlist} />;
}

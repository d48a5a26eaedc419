import type { SavedScreen } from '@moneytrail/contract';
import { EmbeddedChart } from './features/chart/embedded/EmbeddedChart.tsx';
import { useFeedStates } from './features/chart/screen/use-feed-states.ts';
import { AddToWatchlist } from './features/chart/watchlist/AddToWatchlist.tsx';
import { ScreenerPage } from './features/screener/ScreenerPage.tsx';
import { LazyPart, lazyPart } from './ui/LazyPart.tsx';

const screenAlertDialog = lazyPart(
  async () =>
    (await import('./features/chart/alerts/dialog/ScreenAlertDialog.tsx')).ScreenAlertDialog,
);

function ScreenAlert({ screen, onClose }: { screen: SavedScreen; onClose: () => void }) {
  return (
    <LazyPart part={screenAlertDialog} props={{ opened: { screen }, onClose }} onGiveUp={onClose} />
  );
}

/** The screener with small charts beside its rows, and the way from there to watchlists and alerts. */
export function Screener() {
  useFeedStates();
  return (
    <ScreenerPage Chart={EmbeddedChart} AddToWatchlist={AddToWatchlist} ScreenAlert={ScreenAlert} />
  );
}

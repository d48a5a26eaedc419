import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import panel from '../summary/SummaryPanel.module.css';
import { SideTabs } from './SideTabs.tsx';
import { useSidePanel } from './side-panel.ts';

const watchlistPanel = lazyPart(async () => (await import('./WatchlistPanel.tsx')).WatchlistPanel);

/** The watchlist at the right of the chart; its code loads when it is opened. */
export function WatchlistSide({ hasSummary }: { hasSummary: boolean }) {
  const { close, isDrawer } = useSidePanel(hasSummary);
  return (
    <aside className={panel.panel} aria-label="Watchlist" data-region="watchlist">
      {hasSummary && <SideTabs />}
      <LazyPart
        part={watchlistPanel}
        props={{ onClose: isDrawer || !hasSummary ? close : undefined }}
        onGiveUp={close}
      />
    </aside>
  );
}

import { Dialog } from '../../../ui/Dialog.tsx';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import classes from './WatchlistPanel.module.css';
import { WatchlistPanel } from './WatchlistPanel.tsx';

/** The watchlist of a phone, over the chart. */
export function WatchlistSheet() {
  const { openPanel } = useChartScreen();
  const close = () => openPanel(NOTHING_OPEN);
  return (
    <Dialog title="Watchlist" width={440} isTall onPhone="full" onClose={close}>
      <div className={classes.sheet}>
        <WatchlistPanel onClose={undefined} onPressed={close} />
      </div>
    </Dialog>
  );
}

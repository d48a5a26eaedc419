import classes from './SideTabs.module.css';
import { type SideTab, useSidePanel } from './side-panel.ts';

const TABS: readonly { id: SideTab; name: string }[] = [
  { id: 'summary', name: 'Summary' },
  { id: 'watchlist', name: 'Watchlist' },
];

/** Chooses what the panel at the right of the chart shows, where both are permitted. */
export function SideTabs() {
  const { tab, choose } = useSidePanel(true);
  return (
    <div className={classes.tabs} role="tablist" aria-label="Beside the chart">
      {TABS.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className={classes.tab}
          role="tab"
          aria-selected={tab === id}
          onClick={() => choose(id)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

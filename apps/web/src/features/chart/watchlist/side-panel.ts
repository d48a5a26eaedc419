import { createStoredValue } from '../../../lib/stored-value.ts';
import { useValue } from '../../../stores/use-value.ts';
import { useSummaryPanel } from '../summary/use-summary-panel.ts';

export type SideTab = 'summary' | 'watchlist';

const chosenTab = createStoredValue<SideTab>('sideTab', (stored) =>
  stored === 'watchlist' ? stored : 'summary',
);

/** The panel at the right of the chart: open by preference, with the tab shown last on this device. */
export function useSidePanel(hasSummary: boolean) {
  const panel = useSummaryPanel();
  const tab = useValue(chosenTab);
  // Without the right to the summary the panel opens for the watchlist alone.
  const isOpen = panel.isOpen && (hasSummary || tab === 'watchlist');
  return {
    tab,
    isOpen,
    isDrawer: panel.isDrawer,
    close: () => {
      if (panel.isOpen) panel.toggle();
    },
    choose: (next: SideTab) => chosenTab.set(next),
    /** Opens the panel with a tab, or closes it if that tab is shown. */
    toggle: (next: SideTab) => {
      const isShown = isOpen && tab === next;
      chosenTab.set(next);
      if (isShown || !panel.isOpen) panel.toggle();
    },
  };
}

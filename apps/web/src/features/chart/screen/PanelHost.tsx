import { loadTechnicalStudies } from '../../../stores/technical-studies.ts';
import { useWhenIdle } from '../../../ui/hooks/use-when-idle.ts';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import type { TimeFrame } from '../bottom-bar/use-time-frame.ts';
import { preloadGridItems } from '../grid/GridMenu.tsx';
import type { ChartCommand } from '../keyboard/chart-keys.ts';
import { NOTHING_OPEN, type OpenPanel, useChartScreen } from '../model/chart-context.ts';
import { SearchPanel, symbolSearch } from '../search/SearchPanel.tsx';
import { usePreload } from './use-preload.ts';

type Props = {
  panel: OpenPanel;
  hasSummary: boolean;
  onTimeFrame: (frame: TimeFrame) => void;
  /** Runs a command as its key does. */
  onCommand: (command: ChartCommand) => void;
};

/** Comes with the studies of the field, so that its first key finds them. */
const palette = lazyPart(async () => {
  const [{ Palette }] = await Promise.all([
    import('../palette/Palette.tsx'),
    loadTechnicalStudies(),
  ]);
  return Palette;
});
const compareDialog = lazyPart(
  async () => (await import('../compare/CompareDialog.tsx')).CompareDialog,
);
const panels = lazyPart(async () => (await import('./Panels.tsx')).Panels);

/** The panels that are opened most often; the others load when they are opened. */
function preloadPanels(): void {
  panels.preload();
  preloadGridItems();
  // Without the code, a panel says so when it is opened.
  import('./Panels.tsx').then(
    ({ preloadPanels: preload }) => preload(),
    () => {},
  );
}

/** The open panel, if any. */
export function PanelHost({ panel, hasSummary, onTimeFrame, onCommand }: Props) {
  const { controller, openPanel } = useChartScreen();
  const close = () => openPanel(NOTHING_OPEN);
  useWhenIdle(symbolSearch.preload);
  usePreload(controller, 'with-first-bars', symbolSearch.preload);
  usePreload(controller, 'idle-after-first-bars', preloadPanels);
  switch (panel.kind) {
    case 'none':
      return null;
    case 'search':
      return (
        <SearchPanel
          key="search"
          part={symbolSearch}
          props={{}}
          firstText={panel.text}
          onClose={close}
        />
      );
    case 'compare':
      return (
        <SearchPanel key="compare" part={compareDialog} props={{}} firstText="" onClose={close} />
      );
    case 'palette':
      return (
        <SearchPanel
          key="palette"
          part={palette}
          props={{ hasSummary, onTimeFrame, onCommand }}
          firstText=""
          onClose={close}
        />
      );
    default:
      return <LazyPart part={panels} props={{ panel, onTimeFrame }} onGiveUp={close} />;
  }
}

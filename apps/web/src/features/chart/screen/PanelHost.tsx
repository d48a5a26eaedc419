import { useWhenIdle } from '../../../ui/hooks/use-when-idle.ts';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import type { TimeFrame } from '../bottom-bar/use-time-frame.ts';
import { preloadExports } from '../exports/use-exports.ts';
import type { ChartCommand } from '../keyboard/chart-keys.ts';
import { NOTHING_OPEN, type OpenPanel, useChartScreen } from '../model/chart-context.ts';
import { useChartLayout } from '../model/use-chart-layout.ts';
import { loadTechnicalStudies } from '../preferences/technical-studies.ts';
import { SearchPanel, symbolSearch } from '../search/SearchPanel.tsx';
import { preloadTerms } from '../terms/TermPlace.tsx';
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
const indicatorsDialog = lazyPart(
  async () => (await import('../studies/IndicatorsDialog.tsx')).IndicatorsDialog,
);
const settingsSheet = lazyPart(
  async () => (await import('../settings/SettingsSheet.tsx')).SettingsSheet,
);
const moreSheet = lazyPart(async () => (await import('../phone/MoreSheet.tsx')).MoreSheet);
const studyDialog = lazyPart(async () => (await import('../studies/StudyDialog.tsx')).StudyDialog);
const layoutsDialog = lazyPart(
  async () => (await import('../layouts/LayoutsDialog.tsx')).LayoutsDialog,
);
const drawingTemplates = lazyPart(
  async () => (await import('../templates/DrawingTemplates.tsx')).DrawingTemplates,
);
const tableDialog = lazyPart(async () => (await import('../table/TableDialog.tsx')).TableDialog);
const watchlistSheet = lazyPart(
  async () => (await import('../watchlist/WatchlistSheet.tsx')).WatchlistSheet,
);
const goToDialog = lazyPart(async () => (await import('../places/GoToDialog.tsx')).GoToDialog);
const journalDrawer = lazyPart(
  async () => (await import('../journal/JournalDrawer.tsx')).JournalDrawer,
);
const noteDialog = lazyPart(async () => (await import('../journal/NoteDialog.tsx')).NoteDialog);
const symbolDialog = lazyPart(
  async () => (await import('../overview/SymbolDialog.tsx')).SymbolDialog,
);
const shortcutsDialog = lazyPart(
  async () => (await import('../keyboard/ShortcutsDialog.tsx')).ShortcutsDialog,
);

const alertDialog = lazyPart(
  async () => (await import('../alerts/dialog/AlertDialog.tsx')).AlertDialog,
);
const alertsDrawer = lazyPart(
  async () => (await import('../alerts/drawer/AlertsDrawer.tsx')).AlertsDrawer,
);
const toolSheet = lazyPart(async () => (await import('../drawings/ToolSheet.tsx')).ToolSheet);
const drawingDialog = lazyPart(
  async () => (await import('../drawings/DrawingDialog.tsx')).DrawingDialog,
);
const drawingList = lazyPart(async () => (await import('../drawings/DrawingList.tsx')).DrawingList);

/** The panels and cards that are opened most often; the others load when they are opened. */
function preloadPanels(): void {
  indicatorsDialog.preload();
  // Adding a study opens its settings.
  studyDialog.preload();
  settingsSheet.preload();
  moreSheet.preload();
  preloadTerms();
  preloadExports();
}

const SETTINGS_ASIDE = { title: 'Chart settings', isAside: true } as const;

/** The open panel, if any. */
export function PanelHost({ panel, hasSummary, onTimeFrame, onCommand }: Props) {
  const layout = useChartLayout();
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
    case 'indicators':
      return <LazyPart part={indicatorsDialog} props={{}} onGiveUp={close} />;
    case 'inputs':
      return (
        <LazyPart
          key={panel.study}
          part={studyDialog}
          props={{ studyKey: panel.study }}
          onGiveUp={close}
        />
      );
    case 'watchlist':
      return <LazyPart part={watchlistSheet} props={{}} onGiveUp={close} />;
    case 'settings':
      return layout === 'wide' ? (
        <LazyPart part={settingsSheet} props={SETTINGS_ASIDE} onGiveUp={close} />
      ) : (
        <LazyPart part={moreSheet} props={{ onTimeFrame }} onGiveUp={close} />
      );
    case 'tools':
      return controller && <LazyPart part={toolSheet} props={{ controller }} onGiveUp={close} />;
    case 'drawings':
      return controller && <LazyPart part={drawingList} props={{ controller }} onGiveUp={close} />;
    case 'drawing':
      return (
        controller && (
          <LazyPart
            key={panel.drawing}
            part={drawingDialog}
            props={{ controller, id: panel.drawing }}
            onGiveUp={close}
          />
        )
      );
    case 'drawing-templates':
      return (
        controller && (
          <LazyPart
            part={drawingTemplates}
            props={{ controller, id: panel.drawing }}
            onGiveUp={close}
          />
        )
      );
    case 'alert':
      return <LazyPart part={alertDialog} props={{ opened: panel }} onGiveUp={close} />;
    case 'change-alert':
      return (
        <LazyPart
          key={panel.alert.id}
          part={alertDialog}
          props={{ opened: { alert: panel.alert } }}
          onGiveUp={close}
        />
      );
    case 'alerts':
      return <LazyPart part={alertsDrawer} props={{}} onGiveUp={close} />;
    case 'layouts':
      return <LazyPart part={layoutsDialog} props={{}} onGiveUp={close} />;
    case 'table':
      return <LazyPart part={tableDialog} props={{}} onGiveUp={close} />;
    case 'go-to':
      return <LazyPart part={goToDialog} props={{}} onGiveUp={close} />;
    case 'journal':
      return <LazyPart part={journalDrawer} props={{}} onGiveUp={close} />;
    case 'note': {
      const { place, note } = panel;
      return (
        <LazyPart
          key={note?.id ?? 'new'}
          part={noteDialog}
          props={{ place, note }}
          onGiveUp={close}
        />
      );
    }
    case 'symbol':
      return <LazyPart part={symbolDialog} props={{}} onGiveUp={close} />;
    case 'shortcuts':
      return <LazyPart part={shortcutsDialog} props={{}} onGiveUp={close} />;
  }
}

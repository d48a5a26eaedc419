import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import type { TimeFrame } from '../bottom-bar/use-time-frame.ts';
import { preloadExports } from '../exports/use-exports.ts';
import { NOTHING_OPEN, type OpenPanel, useChartScreen } from '../model/chart-context.ts';
import { useChartLayout } from '../model/use-chart-layout.ts';
import { depthDrawer } from '../summary/depth-part.ts';
import { preloadTerms } from '../terms/TermPlace.tsx';

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
const screenAlertDialog = lazyPart(
  async () => (await import('../alerts/dialog/ScreenAlertDialog.tsx')).ScreenAlertDialog,
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
export function preloadPanels(): void {
  indicatorsDialog.preload();
  // Adding a study opens its settings.
  studyDialog.preload();
  settingsSheet.preload();
  moreSheet.preload();
  depthDrawer.preload();
  preloadTerms();
  preloadExports();
}

const SETTINGS_ASIDE = { title: 'Chart settings', isAside: true } as const;

type Props = {
  /** Those that take typed text are panels of their own. */
  panel: Exclude<OpenPanel, { kind: 'none' | 'search' | 'compare' | 'palette' }>;
  onTimeFrame: (frame: TimeFrame) => void;
};

/** The dialogs, drawers and sheets of the chart, each loaded when it is first opened. */
export function Panels({ panel, onTimeFrame }: Props) {
  const layout = useChartLayout();
  const { controller, openPanel } = useChartScreen();
  const close = () => openPanel(NOTHING_OPEN);
  switch (panel.kind) {
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
      return panel.alert.screen ? (
        <LazyPart
          key={panel.alert.id}
          part={screenAlertDialog}
          props={{ opened: { alert: panel.alert }, isAside: true, onClose: close }}
          onGiveUp={close}
        />
      ) : (
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
      const { place, note, draft } = panel;
      return (
        <LazyPart
          key={`${note?.id} ${draft}`}
          part={noteDialog}
          props={{ place, note, draft }}
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

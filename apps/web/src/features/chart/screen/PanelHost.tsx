import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import type { TimeFrame } from '../bottom-bar/time-frames.ts';
import { MoreSheet } from '../phone/MoreSheet.tsx';
import { SymbolSearch } from '../search/SymbolSearch.tsx';
import { SettingsSheet } from '../settings/SettingsSheet.tsx';
import { IndicatorsDialog } from '../studies/IndicatorsDialog.tsx';
import { NOTHING_OPEN, type OpenPanel, useChartScreen } from './chart-context.ts';
import { useChartLayout } from './use-chart-layout.ts';

type Props = { panel: OpenPanel; onTimeFrame: (frame: TimeFrame) => void };

const studyDialog = lazyPart(async () => (await import('../studies/StudyDialog.tsx')).StudyDialog);
const tableDialog = lazyPart(async () => (await import('../table/TableDialog.tsx')).TableDialog);
const shortcutsDialog = lazyPart(
  async () => (await import('../keyboard/ShortcutsDialog.tsx')).ShortcutsDialog,
);

/** The dialog that is open, if any. */
export function PanelHost({ panel, onTimeFrame }: Props) {
  const layout = useChartLayout();
  const { openPanel } = useChartScreen();
  const close = () => openPanel(NOTHING_OPEN);
  switch (panel.kind) {
    case 'none':
      return null;
    case 'search':
      return <SymbolSearch firstText={panel.text} />;
    case 'indicators':
      return <IndicatorsDialog />;
    case 'inputs':
      return (
        <LazyPart
          key={panel.study}
          part={studyDialog}
          props={{ studyId: panel.study }}
          onGiveUp={close}
        />
      );
    case 'settings':
      return layout === 'wide' ? (
        <SettingsSheet title="Chart settings" isAside />
      ) : (
        <MoreSheet onTimeFrame={onTimeFrame} />
      );
    case 'table':
      return <LazyPart part={tableDialog} props={{}} onGiveUp={close} />;
    case 'shortcuts':
      return <LazyPart part={shortcutsDialog} props={{}} onGiveUp={close} />;
  }
}

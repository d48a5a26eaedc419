import { lazy, Suspense } from 'react';
import { useIsPhone } from '../../../ui/hooks/use-is-phone.ts';
import type { TimeFrame } from '../bottom-bar/time-frames.ts';
import { MoreSheet } from '../phone/MoreSheet.tsx';
import { SymbolSearch } from '../search/SymbolSearch.tsx';
import { SettingsSheet } from '../settings/SettingsSheet.tsx';
import { IndicatorsDialog } from '../studies/IndicatorsDialog.tsx';
import type { OpenPanel } from './chart-context.ts';

type Props = { panel: OpenPanel; onTimeFrame: (frame: TimeFrame) => void };

const StudyDialog = lazy(() =>
  import('../studies/StudyDialog.tsx').then((module) => ({ default: module.StudyDialog })),
);
const TableDialog = lazy(() =>
  import('../table/TableDialog.tsx').then((module) => ({ default: module.TableDialog })),
);
const ShortcutsDialog = lazy(() =>
  import('../keyboard/ShortcutsDialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
);

/** The dialog that is open, if any. */
export function PanelHost({ panel, onTimeFrame }: Props) {
  const isPhone = useIsPhone();
  switch (panel.kind) {
    case 'none':
      return null;
    case 'search':
      return <SymbolSearch firstText={panel.text} />;
    case 'indicators':
      return <IndicatorsDialog />;
    case 'inputs':
      return (
        <Suspense>
          <StudyDialog key={panel.study} studyId={panel.study} />
        </Suspense>
      );
    case 'settings':
      return isPhone ? (
        <MoreSheet onTimeFrame={onTimeFrame} />
      ) : (
        <SettingsSheet title="Chart settings" />
      );
    case 'table':
      return (
        <Suspense>
          <TableDialog />
        </Suspense>
      );
    case 'shortcuts':
      return (
        <Suspense>
          <ShortcutsDialog />
        </Suspense>
      );
  }
}

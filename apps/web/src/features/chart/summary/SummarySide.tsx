import type { LevelKey } from '../../../lib/levels.ts';
import { DepthDrawer } from './DepthDrawer.tsx';
import { SummaryPanel } from './SummaryPanel.tsx';
import { useSummaryPanel } from './use-summary-panel.ts';

type Props = {
  depthLevel: LevelKey | null;
  onToggleDepth: (level: LevelKey) => void;
  onCloseDepth: () => void;
};

/** The summary at the right of the chart while it is open, with the depth of a level beside it or in it. */
export function SummarySide({ depthLevel, onToggleDepth, onCloseDepth }: Props) {
  const { isOpen, toggle, isDrawer, holdsDepth } = useSummaryPanel();
  if (!isOpen) return null;
  const depth = depthLevel && (
    <DepthDrawer level={depthLevel} isBelow={holdsDepth} onClose={onCloseDepth} />
  );
  return (
    <>
      {!holdsDepth && depth}
      <SummaryPanel
        depthLevel={depthLevel}
        onToggleDepth={onToggleDepth}
        depth={holdsDepth && depth}
        onClose={isDrawer ? toggle : undefined}
      />
    </>
  );
}

import { IconDots, IconMathFunction } from '@tabler/icons-react';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { useChartScreen } from '../model/chart-context.ts';
import { PaneMenu } from '../phone/PaneMenu.tsx';
import type { PaneChoice } from '../phone/pane-choice.ts';
import { IntervalButtons } from './IntervalButtons.tsx';
import { SummaryButton } from './SummaryButton.tsx';
import { SymbolButton } from './SymbolButton.tsx';
import classes from './Toolbar.module.css';

type Props = {
  hasSummary: boolean;
  paneChoice: PaneChoice | null;
  onPaneChoice: (id: string) => void;
};

/** The one row above a chart that has little height; what has no place in it is behind "More". */
export function LowToolbar({ hasSummary, paneChoice, onPaneChoice }: Props) {
  const { openPanel } = useChartScreen();
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Chart" data-region="toolbar">
      <SymbolButton isShort />
      <span className={classes.divider} />
      <IntervalButtons />
      <span className={classes.spacer} />
      {paneChoice && <PaneMenu choice={paneChoice} onChoose={onPaneChoice} />}
      <ToolButton
        label="Indicators"
        shortcut="Alt+I"
        icon={<IconMathFunction size={20} stroke={1.75} />}
        onClick={() => openPanel({ kind: 'indicators' })}
      />
      <ToolButton
        label="More"
        icon={<IconDots size={20} stroke={1.75} />}
        onClick={() => openPanel({ kind: 'settings' })}
      />
      {hasSummary && <SummaryButton />}
    </div>
  );
}

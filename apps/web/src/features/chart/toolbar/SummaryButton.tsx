import { IconLayoutSidebarRight } from '@tabler/icons-react';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { useSummaryPanel } from '../summary/use-summary-panel.ts';

/** Opens and closes the summary at the right of the chart. */
export function SummaryButton() {
  const { isOpen, toggle } = useSummaryPanel();
  return (
    <ToolButton
      label="Summary"
      shortcut="Alt+U"
      icon={<IconLayoutSidebarRight size={20} stroke={1.75} />}
      isActive={isOpen}
      aria-pressed={isOpen}
      data-tour="summary"
      onClick={toggle}
    />
  );
}

import {
  IconCloud,
  IconCloudCheck,
  IconCloudOff,
  IconCloudUp,
  IconCloudX,
  type TablerIcon,
} from '@tabler/icons-react';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { useChartScreen } from '../model/chart-context.ts';
import type { SavedState } from '../saved/layout-saver.ts';
import classes from './LayoutButton.module.css';
import { savedText, useSavedState } from './use-saved-state.ts';

const ICONS: Readonly<Record<SavedState['status'], TablerIcon>> = {
  none: IconCloud,
  saved: IconCloudCheck,
  unsaved: IconCloud,
  saving: IconCloudUp,
  waiting: IconCloudOff,
  refused: IconCloudX,
};

/** Name and saved state of the chart; opens the list of saved charts. */
export function LayoutButton() {
  const { openPanel, saver } = useChartScreen();
  const saved = useSavedState();
  if (!saver) return null;
  const Icon = ICONS[saved.status];
  const name = saved.layout?.name ?? 'Save chart';
  return (
    <ToolButton
      label={`${name}: ${savedText(saved)}`}
      icon={<Icon size={20} stroke={1.75} />}
      text={<span className={classes.name}>{name}</span>}
      className={classes.button ?? ''}
      data-saved={saved.status}
      onClick={() => openPanel({ kind: 'layouts' })}
    />
  );
}

import { IconChartCandle, type TablerIcon } from '@tabler/icons-react';
import { paths } from '../../paths.ts';

/** One entry of the navigation. */
export type NavigationItem = { to: string; label: string; icon: TablerIcon };

/** The pages of the dashboard, in the order of the navigation. */
export const NAVIGATION_ITEMS: readonly NavigationItem[] = [
  { to: paths.liveChart, label: 'Live Chart', icon: IconChartCandle },
];

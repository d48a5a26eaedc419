import {
  IconBug,
  IconChartArrowsVertical,
  IconChartCandle,
  IconHistory,
  IconHome,
  IconId,
  IconListDetails,
  IconMail,
  IconSchool,
  IconStackForward,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { paths } from '../../paths.ts';

/** One entry of the navigation. */
export type NavigationItem = { to: string; label: string; icon: TablerIcon };

/** The pages of the dashboard that stand before 'Manage Account', in the order of the navigation. */
export const NAVIGATION_ITEMS: readonly NavigationItem[] = [
  { to: paths.liveChart, label: 'Live Chart', icon: IconChartCandle },
];

/** The pages of super admins, which follow it. */
export const ADMIN_ITEMS: readonly NavigationItem[] = [
  { to: paths.users, label: 'Manage Users', icon: IconUsers },
  { to: paths.instruments, label: 'Manage Symbols', icon: IconListDetails },
  { to: paths.errors, label: 'View Errors', icon: IconBug },
];

/** Pages that are documents of their own: the browser loads them anew. */
export const DOCUMENT_ITEMS: readonly NavigationItem[] = [
  { to: paths.home, label: 'Home', icon: IconHome },
  { to: paths.education, label: 'Educational', icon: IconSchool },
];

/** Pages for everybody beyond those that the specification names, below a line. */
export const ADDITIONS: readonly NavigationItem[] = [
  { to: paths.priceSignals, label: 'Price Signals', icon: IconChartArrowsVertical },
  { to: paths.profile, label: 'Profile', icon: IconId },
];

/** Super admins' pages beyond those that the specification names, the last ones. */
export const ADMIN_ADDITIONS: readonly NavigationItem[] = [
  { to: paths.messages, label: 'Contact Messages', icon: IconMail },
  { to: paths.audit, label: 'Audit Log', icon: IconHistory },
  { to: paths.jobs, label: 'Jobs', icon: IconStackForward },
];

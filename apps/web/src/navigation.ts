import {
  IconBug,
  IconChartArrowsVertical,
  IconChartCandle,
  IconChartDots,
  IconFilterSearch,
  IconFlask,
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
import { paths } from './paths.ts';

export type NavigationItem = { to: string; label: string; icon: TablerIcon };

/** Dashboard pages before 'Manage Account', in order. */
export const NAVIGATION_ITEMS: readonly NavigationItem[] = [
  { to: paths.liveChart, label: 'Live Chart', icon: IconChartCandle },
];

/** Super admins' pages, after it. */
export const ADMIN_ITEMS: readonly NavigationItem[] = [
  { to: paths.users, label: 'Manage Users', icon: IconUsers },
  { to: paths.instruments, label: 'Manage Symbols', icon: IconListDetails },
  { to: paths.errors, label: 'View Errors', icon: IconBug },
];

/** Separate documents: links reload the page. */
export const DOCUMENT_ITEMS: readonly NavigationItem[] = [
  { to: paths.home, label: 'Home', icon: IconHome },
  { to: paths.education, label: 'Educational', icon: IconSchool },
];

/** Pages beyond the specified ones, below a line. */
export const ADDITIONS: readonly NavigationItem[] = [
  { to: paths.priceSignals, label: 'Price Signals', icon: IconChartArrowsVertical },
  { to: paths.signalRecord, label: 'Signal Record', icon: IconChartDots },
  { to: paths.ruleTest, label: 'Test a Rule', icon: IconFlask },
  { to: paths.screener, label: 'Screener', icon: IconFilterSearch },
  { to: paths.profile, label: 'Profile', icon: IconId },
];

/** Super admins' pages beyond the specified ones, last. */
export const ADMIN_ADDITIONS: readonly NavigationItem[] = [
  { to: paths.messages, label: 'Contact Messages', icon: IconMail },
  { to: paths.audit, label: 'Audit Log', icon: IconHistory },
  { to: paths.jobs, label: 'Jobs', icon: IconStackForward },
];

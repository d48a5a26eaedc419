import {
  IconBug,
  IconChartArrowsVertical,
  IconChartCandle,
  IconHistory,
  IconHome,
  IconId,
  IconListDetails,
  IconLogout,
  IconMail,
  IconMoon,
  IconSchool,
  IconStackForward,
  IconSun,
  IconUserCircle,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentUserQuery } from '../../api/queries.ts';
import { signOut } from '../../api/session/sign-out.ts';
import { paths } from '../../paths.ts';
import { toggleTheme, useTheme } from '../../stores/theme.ts';
import classes from './NavigationList.module.css';
import rail from './NavigationRail.module.css';
import { useOpenAccount } from './use-open-account.ts';

type NavigationItem = { to: string; label: string; icon: TablerIcon };

/** Dashboard pages before 'Manage Account', in order. */
const NAVIGATION_ITEMS: readonly NavigationItem[] = [
  { to: paths.liveChart, label: 'Live Chart', icon: IconChartCandle },
];

/** Super admins' pages, after it. */
const ADMIN_ITEMS: readonly NavigationItem[] = [
  { to: paths.users, label: 'Manage Users', icon: IconUsers },
  { to: paths.instruments, label: 'Manage Symbols', icon: IconListDetails },
  { to: paths.errors, label: 'View Errors', icon: IconBug },
];

/** Separate documents: links reload the page. */
const DOCUMENT_ITEMS: readonly NavigationItem[] = [
  { to: paths.home, label: 'Home', icon: IconHome },
  { to: paths.education, label: 'Educational', icon: IconSchool },
];

/** Pages beyond the specified ones, below a line. */
const ADDITIONS: readonly NavigationItem[] = [
  { to: paths.priceSignals, label: 'Price Signals', icon: IconChartArrowsVertical },
  { to: paths.profile, label: 'Profile', icon: IconId },
];

/** Super admins' pages beyond the specified ones, last. */
const ADMIN_ADDITIONS: readonly NavigationItem[] = [
  { to: paths.messages, label: 'Contact Messages', icon: IconMail },
  { to: paths.audit, label: 'Audit Log', icon: IconHistory },
  { to: paths.jobs, label: 'Jobs', icon: IconStackForward },
];

type Props = {
  /** Called when a page is chosen. */
  onChoose?: (() => void) | undefined;
};

/** The items, with theme and sign-out at the bottom. */
export function NavigationList({ onChoose }: Props) {
  const theme = useTheme();
  const openAccount = useOpenAccount();
  const { data: user } = useQuery(currentUserQuery);
  const ThemeIcon = theme === 'dark' ? IconMoon : IconSun;
  return (
    <>
      <ul className={classes.list}>
        {NAVIGATION_ITEMS.map((item) => (
          <PageItem key={item.to} item={item} onChoose={onChoose} />
        ))}
        <li>
          <button
            type="button"
            className={classes.item}
            onClick={() => {
              onChoose?.();
              openAccount();
            }}
          >
            <IconUserCircle size={20} stroke={1.75} aria-hidden="true" className={classes.icon} />
            <span className={classes.label}>Manage Account</span>
          </button>
        </li>
        {user?.isSuperAdmin &&
          ADMIN_ITEMS.map((item) => <PageItem key={item.to} item={item} onChoose={onChoose} />)}
        {DOCUMENT_ITEMS.map((item) => (
          <DocumentItem key={item.to} item={item} />
        ))}
        <li className={classes.divider} aria-hidden="true" />
        {ADDITIONS.map((item) => (
          <PageItem key={item.to} item={item} onChoose={onChoose} />
        ))}
        {user?.isSuperAdmin &&
          ADMIN_ADDITIONS.map((item) => <PageItem key={item.to} item={item} onChoose={onChoose} />)}
      </ul>
      <button
        type="button"
        role="switch"
        aria-checked={theme === 'dark'}
        className={classes.item}
        onClick={toggleTheme}
      >
        <ThemeIcon size={20} stroke={1.75} aria-hidden="true" className={classes.icon} />
        <span className={classes.label}>Dark theme</span>
      </button>
      <button type="button" className={classes.item} onClick={signOut}>
        <IconLogout size={20} stroke={1.75} aria-hidden="true" className={classes.icon} />
        <span className={classes.label}>Logout</span>
      </button>
    </>
  );
}

function PageItem({ item, onChoose }: Props & { item: NavigationItem }) {
  const { to, label, icon: Icon } = item;
  return (
    <li>
      <Link
        to={to}
        className={classes.item}
        activeProps={{ 'data-active': true }}
        activeOptions={{ includeSearch: false }}
        {...(onChoose ? { onClick: onChoose } : {})}
      >
        <Icon size={20} stroke={1.75} aria-hidden="true" className={classes.icon} />
        <span className={classes.label}>{label}</span>
      </Link>
    </li>
  );
}

function DocumentItem({ item }: { item: NavigationItem }) {
  const { to, label, icon: Icon } = item;
  return (
    <li>
      <a href={to} className={classes.item}>
        <Icon size={20} stroke={1.75} aria-hidden="true" className={classes.icon} />
        <span className={classes.label}>{label}</span>
      </a>
    </li>
  );
}

type NavigationRailProps = {
  /** Pinned open by the logo. */
  isPinned: boolean;
};

/** The rail on the left; it widens over the content on hover, focus or while pinned. */
export function NavigationRail({ isPinned }: NavigationRailProps) {
  return (
    <nav
      className={rail.rail}
      aria-label="Main"
      data-pinned={isPinned || undefined}
      data-region="navigation"
    >
      <NavigationList />
    </nav>
  );
}

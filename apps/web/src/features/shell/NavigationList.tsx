import { IconLogout, IconMoon, IconSun, IconUserCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentUserQuery } from '../../api/queries.ts';
import { signOut } from '../../api/session/sign-out.ts';
import {
  ADDITIONS,
  ADMIN_ADDITIONS,
  ADMIN_ITEMS,
  DOCUMENT_ITEMS,
  NAVIGATION_ITEMS,
  type NavigationItem,
} from '../../navigation.ts';
import { paths } from '../../paths.ts';
import { lastChart } from '../../stores/last-chart.ts';
import { toggleTheme, useTheme } from '../../stores/theme.ts';
import { useValue } from '../../stores/use-value.ts';
import { useOpenAccount } from '../../ui/hooks/use-open-account.ts';
import classes from './NavigationList.module.css';
import rail from './NavigationRail.module.css';

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
  const chart = useValue(lastChart);
  return (
    <li>
      <Link
        to={to}
        // Without it, the address would name the usual instrument, which replaces the one on the person's chart.
        {...(chart && to === paths.liveChart ? { search: chart } : {})}
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

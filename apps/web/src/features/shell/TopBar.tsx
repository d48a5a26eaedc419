import { Menu, Tooltip } from '@mantine/core';
import { BRAND } from '@moneytrail/contract';
import {
  IconCommand,
  IconLogout,
  IconMenu2,
  IconNews,
  IconUserCircle,
  IconWifiOff,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { currentUserQuery } from '../../api/queries.ts';
import { signOut } from '../../api/session/sign-out.ts';
import { fullName, initialsOf } from '../../lib/person-name.ts';
import { useIsLow } from '../../ui/hooks/use-is-low.ts';
import { useIsPhone } from '../../ui/hooks/use-is-phone.ts';
import { useOpenAccount } from '../../ui/hooks/use-open-account.ts';
import { Logo } from '../../ui/Logo.tsx';
import classes from './TopBar.module.css';

type Props = {
  isNavigationOpen: boolean;
  onToggleNavigation: () => void;
  isOnline: boolean;
  /** Null if the product has no news. */
  news: { isOpen: boolean; onOpen: () => void } | null;
  /** The bell of alerts. */
  bell: ReactNode;
  /** Opens the list of all commands. */
  onPalette: () => void;
};

/**
 * Logo, page title, network state if degraded, and user menu: at the top, in low windows on the left. Without a rail beside
 * the page a menu sign stands before the logo, which opens the navigation.
 */
export function TopBar(props: Props) {
  const { isNavigationOpen, onToggleNavigation, isOnline, news, bell, onPalette } = props;
  const isLow = useIsLow();
  const isPhone = useIsPhone();
  const title = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.title });
  return (
    <header className={classes.bar}>
      <button
        type="button"
        className={classes.logo}
        aria-label={`${BRAND.toolbarName} navigation`}
        aria-expanded={isNavigationOpen}
        onClick={onToggleNavigation}
      >
        {(isPhone || isLow) && <IconMenu2 size={20} stroke={1.75} aria-hidden="true" />}
        <Logo variant="light" isMarkOnly={isPhone || isLow} />
      </button>
      <h1 className={classes.title}>{title}</h1>
      <span className={classes.spacer} />
      {!isOnline && (
        <span className={classes.network}>
          <IconWifiOff size={16} stroke={1.75} aria-hidden="true" />
          <span className={classes.networkWord}>Offline</span>
        </span>
      )}
      <Tooltip label="All commands (Ctrl+K)" position="bottom" withinPortal={false}>
        <button
          type="button"
          className={classes.button}
          aria-label="All commands"
          aria-haspopup="dialog"
          onClick={onPalette}
        >
          <IconCommand size={20} stroke={1.75} aria-hidden="true" />
        </button>
      </Tooltip>
      {bell}
      {news && <NewsButton {...news} />}
      <UserMenu />
    </header>
  );
}

type NewsButtonProps = { isOpen: boolean; onOpen: () => void };

function NewsButton({ isOpen, onOpen }: NewsButtonProps) {
  return (
    <Tooltip label="Market news (Alt+N)" position="bottom" disabled={isOpen} withinPortal={false}>
      <button
        type="button"
        className={classes.button}
        aria-label="Market news"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={onOpen}
      >
        <IconNews size={20} stroke={1.75} aria-hidden="true" />
      </button>
    </Tooltip>
  );
}

/** The user's initials; the menu has name, account and sign-out. */
function UserMenu() {
  const { data: user } = useQuery(currentUserQuery);
  const openAccount = useOpenAccount();
  if (!user) return null;
  const name = fullName(user);
  return (
    <Menu
      position="bottom-end"
      width={240}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button
          type="button"
          className={classes.target}
          aria-label={`${initialsOf(user)}, account menu of ${name}`}
        >
          <span className={classes.avatar}>{initialsOf(user)}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <strong>{name}</strong>
          <span className={classes.username}>{user.username}</span>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconUserCircle size={16} stroke={1.75} />} onClick={openAccount}>
          Manage Account
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} />} onClick={signOut}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

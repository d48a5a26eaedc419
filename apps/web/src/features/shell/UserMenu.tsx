import { Menu } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../api/queries.ts';
import { signOut } from '../../api/session/sign-out.ts';
import { fullName, initialsOf } from '../../lib/person-name.ts';
import classes from './UserMenu.module.css';
import { useOpenAccount } from './use-open-account.ts';

/** The initials of who is signed in; a menu with their name, their account and the way out. */
export function UserMenu() {
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

import { Tooltip } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { currentUserQuery } from '../../api/queries.ts';
import { Logo } from '../../ui/Logo.tsx';
import classes from './TopBar.module.css';

type Props = {
  isNavigationOpen: boolean;
  onToggleNavigation: () => void;
  isOnline: boolean;
};

/** Logo, page title, network state where it is not normal, and who uses the page. */
export function TopBar({ isNavigationOpen, onToggleNavigation, isOnline }: Props) {
  const title = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.title });
  return (
    <header className={classes.bar}>
      <button
        type="button"
        className={classes.logo}
        aria-label="Navigation"
        aria-expanded={isNavigationOpen}
        onClick={onToggleNavigation}
      >
        <Logo variant="light" />
      </button>
      <h1 className={classes.title}>{title}</h1>
      <span className={classes.spacer} />
      {!isOnline && (
        <span className={classes.network}>
          <IconWifiOff size={16} stroke={1.75} aria-hidden="true" /> Offline
        </span>
      )}
      <UserMark />
    </header>
  );
}

function UserMark() {
  const { data: user } = useQuery(currentUserQuery);
  if (!user) return null;
  const name = `${user.firstName} ${user.lastName}`.trim() || user.username;
  const initials = `${user.firstName.charAt(0)}${user.lastName.charAt(0)}` || name.charAt(0);
  return (
    <Tooltip label={`${name} · ${user.username}`} position="bottom-end">
      <span className={classes.user} role="img" aria-label={`Signed in as ${name}`}>
        {initials.toUpperCase()}
      </span>
    </Tooltip>
  );
}

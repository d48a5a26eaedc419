import { BRAND } from '@moneytrail/contract';
import { IconWifiOff } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useIsLow } from '../../ui/hooks/use-is-low.ts';
import { Logo } from '../../ui/Logo.tsx';
import { NewsButton } from './NewsButton.tsx';
import classes from './TopBar.module.css';
import { UserMenu } from './UserMenu.tsx';

type Props = {
  isNavigationOpen: boolean;
  onToggleNavigation: () => void;
  isOnline: boolean;
  /** Null where the product has no news. */
  news: { isOpen: boolean; onOpen: () => void } | null;
};

/** Logo, page title, network state where it is not normal, and who uses the page: above, in low windows at the left. */
export function TopBar({ isNavigationOpen, onToggleNavigation, isOnline, news }: Props) {
  const isLow = useIsLow();
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
        <Logo variant="light" isMarkOnly={isLow} />
      </button>
      <h1 className={classes.title}>{title}</h1>
      <span className={classes.spacer} />
      {!isOnline && (
        <span className={classes.network}>
          <IconWifiOff size={16} stroke={1.75} aria-hidden="true" />
          <span className={classes.networkWord}>Offline</span>
        </span>
      )}
      {news && <NewsButton {...news} />}
      <UserMenu />
    </header>
  );
}

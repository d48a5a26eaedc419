import { IconWifiOff } from '@tabler/icons-react';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { useIsPhone } from '../../lib/use-is-phone.ts';
import { useOnline } from '../../stores/online.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Toaster } from '../../ui/Toaster.tsx';
import { CompactFooter } from './CompactFooter.tsx';
import classes from './DashboardShell.module.css';
import { NavigationDrawer } from './NavigationDrawer.tsx';
import { NavigationRail } from './NavigationRail.tsx';
import { TopBar } from './TopBar.tsx';
import { useRegionKeys } from './use-region-keys.ts';

/** The frame of every signed-in page: bar, navigation, content, compact footer. */
export function DashboardShell() {
  const isPhone = useIsPhone();
  const isOnline = useOnline();
  const [isNavigationOpen, setNavigationOpen] = useState(false);
  const skip = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.skipLink });
  useRegionKeys();
  // The content comes first, so that the keyboard reaches the chart before the navigation.
  return (
    <div className={classes.frame}>
      {skip && (
        <a className={classes.skip} href={`#${skip.target}`}>
          {skip.text}
        </a>
      )}
      <main className={classes.content}>
        {!isOnline && (
          <Banner kind="warning" icon={<IconWifiOff size={20} stroke={1.75} />}>
            You are offline. Stored data is shown.
          </Banner>
        )}
        <div className={classes.page}>
          <Outlet />
        </div>
      </main>
      {isPhone ? (
        <NavigationDrawer isOpen={isNavigationOpen} onClose={() => setNavigationOpen(false)} />
      ) : (
        <NavigationRail isPinned={isNavigationOpen} />
      )}
      <TopBar
        isNavigationOpen={isNavigationOpen}
        onToggleNavigation={() => setNavigationOpen((isOpen) => !isOpen)}
        isOnline={isOnline}
      />
      <CompactFooter />
      <Toaster />
    </div>
  );
}

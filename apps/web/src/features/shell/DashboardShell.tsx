import { useWindowEvent } from '@mantine/hooks';
import { IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import * as version from '../../api/new-version.ts';
import { reachability } from '../../api/reachability.ts';
import { useConnection } from '../../api/use-connection.ts';
import { copyrightLine, VERSION } from '../../lib/brand.ts';
import { deviceZone, formatClock } from '../../lib/format-time.ts';
import { paths } from '../../paths.ts';
import { useValue } from '../../stores/use-value.ts';
import { Banner } from '../../ui/Banner.tsx';
import { useIsLow } from '../../ui/hooks/use-is-low.ts';
import { useIsPhone } from '../../ui/hooks/use-is-phone.ts';
import { useWhenIdle } from '../../ui/hooks/use-when-idle.ts';
import { isKeyOfOverlay } from '../../ui/is-key-of-overlay.ts';
import { LazyPart, lazyPart } from '../../ui/LazyPart.tsx';
import footer from './CompactFooter.module.css';
import classes from './DashboardShell.module.css';
import { NavigationRail } from './NavigationList.tsx';
import { TopBar } from './TopBar.tsx';

const navigationDrawer = lazyPart(
  async () => (await import('./NavigationDrawer.tsx')).NavigationDrawer,
);

const OFFLINE = 'You are offline. Stored data is shown.';

function unreachableText(): string {
  return `No connection to the server, last update ${formatClock(reachability.lastAnswerMs(), deviceZone())}.`;
}

type Props = {
  /** Account banner above the content of every page. */
  banner: ReactNode;
  /** Null if the product has no news. */
  news: { isOpen: boolean; onOpen: () => void } | null;
  /** The bell of alerts in the top bar. */
  bell: ReactNode;
  /** Opens the list of all commands. */
  onPalette: () => void;
};

/** The layout of every signed-in page: top bar, navigation, content, compact footer. */
export function DashboardShell({ banner, news, bell, onPalette }: Props) {
  const isPhone = useIsPhone();
  const isLow = useIsLow();
  const connection = useConnection();
  const isOutdated = useValue(version.isOutdated);
  const [isNavigationOpen, setNavigationOpen] = useState(false);
  const skip = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.skipLink });
  useRegionKeys();
  useNewsKey(news?.onOpen ?? null);
  // The content comes first in the tab order, before the navigation.
  return (
    <div className={classes.frame}>
      {skip && (
        <a className={classes.skip} href={`#${skip.target}`}>
          {skip.text}
        </a>
      )}
      <main className={classes.content}>
        {connection !== 'online' && (
          <Banner kind="warning" icon={<IconWifiOff size={20} stroke={1.75} />}>
            {connection === 'offline' ? OFFLINE : unreachableText()}
          </Banner>
        )}
        {isOutdated && (
          <Banner kind="info" icon={<IconRefresh size={20} stroke={1.75} />}>
            Moneytrail has been updated:{' '}
            <button type="button" className={classes.reload} onClick={() => location.reload()}>
              reload the page
            </button>{' '}
            to use the new version.
          </Banner>
        )}
        {banner}
        <div className={classes.page}>
          <Outlet />
        </div>
      </main>
      {isPhone || isLow ? (
        <LoadedDrawer isOpen={isNavigationOpen} onClose={() => setNavigationOpen(false)} />
      ) : (
        <NavigationRail isPinned={isNavigationOpen} />
      )}
      <TopBar
        isNavigationOpen={isNavigationOpen}
        onToggleNavigation={() => setNavigationOpen((isOpen) => !isOpen)}
        isOnline={connection === 'online'}
        news={news}
        bell={bell}
        onPalette={onPalette}
      />
      <CompactFooter />
    </div>
  );
}

/** Loads on first opening and stays mounted for its closing transition. */
function LoadedDrawer(props: { isOpen: boolean; onClose: () => void }) {
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  useWhenIdle(navigationDrawer.preload);
  if (!wasOpened) return null;
  const giveUp = () => {
    setWasOpened(false);
    props.onClose();
  };
  return <LazyPart part={navigationDrawer} props={props} onGiveUp={giveUp} />;
}

/** Fixed on wide screens, after the content on phones. */
function CompactFooter() {
  return (
    <footer className={footer.footer}>
      <span>{copyrightLine(Date.now())}</span>
      <span>
        <a className={footer.link} href={paths.apiDocs} target="_blank" rel="noreferrer">
          API<span className="visually-hidden"> (opens in a new tab)</span>
        </a>
        <span className={footer.word}>Version</span> {VERSION}
      </span>
    </footer>
  );
}

/** `Alt+N` opens the news, by the physical key: with Alt many layouts produce other letters. */
function useNewsKey(onOpen: (() => void) | null): void {
  useWindowEvent('keydown', (event) => {
    if (!onOpen || event.code !== 'KeyN' || !event.altKey) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || isKeyOfOverlay(event)) return;
    event.preventDefault();
    onOpen();
  });
}

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]';

/** The region's focus target; null while it has none, e.g. before its data arrive. */
function targetOf(region: HTMLElement): HTMLElement | null {
  return region.matches(FOCUSABLE) ? region : region.querySelector<HTMLElement>(FOCUSABLE);
}

/** The next (or previous) region with a focus target, wrapping around. */
function nextRegion(step: 1 | -1): HTMLElement | undefined {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(
    (region) =>
      (region.offsetParent !== null || getComputedStyle(region).position === 'fixed') &&
      targetOf(region) !== null,
  );
  const present = regions.findIndex((region) => region.contains(document.activeElement));
  const next = present < 0 && step < 0 ? regions.length - 1 : present + step;
  return regions[(next + regions.length) % regions.length];
}

/** `F6` moves the focus to the next region, `Shift+F6` to the previous one; dialogs keep the focus. */
function useRegionKeys(): void {
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey) return;
    if (isKeyOfOverlay(event)) return;
    const region = nextRegion(event.shiftKey ? -1 : 1);
    if (!region) return;
    event.preventDefault();
    targetOf(region)?.focus();
  });
}

import { useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRouterState, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { currentUserQuery } from './api/queries.ts';
import { pendingReauthentication } from './api/session/reauthentication.ts';
import { pendingConflict } from './api/shared-record.ts';
import { untoldLapse } from './features/account/lapsed/untold-lapse.ts';
import { useAccountRoute } from './features/account/use-account-route.ts';
import { NEWS_TEXTS } from './features/news/texts.ts';
import { DashboardShell } from './features/shell/DashboardShell.tsx';
import { readAccountSearch } from './lib/account-search.ts';
import { readNewsSource } from './lib/news-source.ts';
import { paths } from './paths.ts';
import { newsOpen } from './stores/news-open.ts';
import { paletteOpen } from './stores/palette-open.ts';
import { useValue } from './stores/use-value.ts';
import { useWhenIdle } from './ui/hooks/use-when-idle.ts';
import { isKeyOfOverlay } from './ui/is-key-of-overlay.ts';
import { LazyPart, lazyPart } from './ui/LazyPart.tsx';

const lapsedBanner = lazyPart<object>(
  async () => (await import('./features/account/lapsed/LapsedBanner.tsx')).LapsedBanner,
);
const alertBell = lazyPart(async () => (await import('./features/alerts/AlertBell.tsx')).AlertBell);
const pagePalette = lazyPart(
  async () => (await import('./features/chart/palette/PagePalette.tsx')).PagePalette,
);
const accountDialog = lazyPart(
  async () => (await import('./features/account/AccountDialog.tsx')).AccountDialog,
);
const newsDrawer = lazyPart(
  async () => (await import('./features/news/NewsDrawer.tsx')).NewsDrawer,
);
const reauthDialog = lazyPart(
  async () => (await import('./features/auth/ReauthDialog.tsx')).ReauthDialog,
);
const conflictDialog = lazyPart(
  async () => (await import('./ui/ConflictDialog.tsx')).ConflictDialog,
);

/** The frame of every signed-in page and the dialogs that any page may open. */
export function Dashboard() {
  const { account } = readAccountSearch(useSearch({ strict: false }));
  const { close } = useAccountRoute();
  const proof = useValue(pendingReauthentication);
  const conflict = useValue(pendingConflict);
  const isNewsOpen = useNewsOpen();
  const newsSource = readNewsSource();
  const news =
    newsSource === null ? null : { isOpen: isNewsOpen, onOpen: () => newsOpen.set(true) };
  const closeNews = () => newsOpen.set(false);
  return (
    <>
      <DashboardShell
        banner={<LapsedPlace />}
        news={news}
        bell={<Bell />}
        onPalette={() => paletteOpen.set(true)}
      />
      <PalettePlace />
      {newsSource !== null && isNewsOpen && (
        <LazyPart
          part={newsDrawer}
          props={{ source: newsSource, onClose: closeNews }}
          onGiveUp={closeNews}
          failedText={NEWS_TEXTS.unavailable}
        />
      )}
      {account !== undefined && <LazyPart part={accountDialog} props={{}} onGiveUp={close} />}
      {conflict && (
        <LazyPart
          part={conflictDialog}
          props={{
            what: conflict.what,
            fields: conflict.fields,
            onChoose: conflict.choose,
            onCancel: conflict.cancel,
          }}
          onGiveUp={conflict.cancel}
        />
      )}
      {proof && <LazyPart part={reauthDialog} props={{ proof }} onGiveUp={proof.cancelled} />}
    </>
  );
}

/** The warning of a missing payment; its code is loaded for accounts that need it. */
function LapsedPlace() {
  const { data: user } = useQuery(currentUserQuery);
  const [isGivenUp, setGivenUp] = useState(false);
  if (!user || isGivenUp || !untoldLapse(user)) return null;
  return (
    <LazyPart part={lapsedBanner} props={{}} fallback={null} onGiveUp={() => setGivenUp(true)} />
  );
}

/** Keys pressed in these are text. */
const FIELDS = 'input, textarea, select, [contenteditable]';

/**
 * Ctrl+K, or Command+K, and the button of the top bar list symbols, pages and alerts on every page but the chart's, which has
 * a list of its own.
 */
function PalettePlace() {
  const isChart = useRouterState({
    select: ({ location: { pathname } }) => pathname === paths.liveChart,
  });
  const isOpen = useValue(paletteOpen);
  // A page that could not open it does not leave it to the next one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind of page is another occasion.
  useEffect(() => () => paletteOpen.set(false), [isChart]);
  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    const isKey = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
    if (isChart || !isKey || event.defaultPrevented || isKeyOfOverlay(event)) return;
    if (target instanceof Element && target.closest(FIELDS)) return;
    event.preventDefault();
    paletteOpen.set(true);
  });
  if (isChart || !isOpen) return null;
  const close = () => paletteOpen.set(false);
  return <LazyPart part={pagePalette} props={{ onClose: close }} onGiveUp={close} />;
}

/** The next person at this page does not find the news open. */
function useNewsOpen(): boolean {
  useEffect(() => () => newsOpen.set(false), []);
  return useValue(newsOpen);
}

/** The bell loads once the page has nothing more urgent to do. */
function Bell() {
  const [isLoaded, setLoaded] = useState(false);
  // Without its code there is no bell: the page itself tells what could not be loaded.
  const [load] = useState(() => () => {
    import('./features/alerts/AlertBell.tsx').then(
      () => setLoaded(true),
      () => undefined,
    );
  });
  useWhenIdle(load);
  if (!isLoaded) return null;
  return <LazyPart part={alertBell} props={{}} onGiveUp={() => setLoaded(false)} fallback={null} />;
}

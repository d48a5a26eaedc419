import { useSearch } from '@tanstack/react-router';
import { pendingReauthentication } from './api/session/reauthentication.ts';
import { LapsedBanner } from './features/account/lapsed/LapsedBanner.tsx';
import { useAccountRoute } from './features/account/use-account-route.ts';
import { DashboardShell } from './features/shell/DashboardShell.tsx';
import { readAccountSearch } from './lib/account-search.ts';
import { useValue } from './stores/use-value.ts';
import { LazyPart, lazyPart } from './ui/LazyPart.tsx';

const accountDialog = lazyPart(
  async () => (await import('./features/account/AccountDialog.tsx')).AccountDialog,
);
const reauthDialog = lazyPart(
  async () => (await import('./features/auth/reauth/ReauthDialog.tsx')).ReauthDialog,
);

/** Every signed-in page: the frame, and over it the dialogs that any page may open. */
export function Dashboard() {
  const { account } = readAccountSearch(useSearch({ strict: false }));
  const { close } = useAccountRoute();
  const proof = useValue(pendingReauthentication);
  return (
    <>
      <DashboardShell banner={<LapsedBanner />} />
      {account !== undefined && <LazyPart part={accountDialog} props={{}} onGiveUp={close} />}
      {proof && <LazyPart part={reauthDialog} props={{ proof }} onGiveUp={proof.cancelled} />}
    </>
  );
}

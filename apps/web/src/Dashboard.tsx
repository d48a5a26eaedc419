import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { pendingReauthentication } from './api/session/reauthentication.ts';
import { DashboardShell } from './features/shell/DashboardShell.tsx';
import { readAccountSearch } from './lib/account-search.ts';
import { useValue } from './stores/use-value.ts';

const AccountDialog = lazy(async () => {
  const { AccountDialog: component } = await import('./features/account/AccountDialog.tsx');
  return { default: component };
});
const ReauthDialog = lazy(async () => {
  const { ReauthDialog: component } = await import('./features/auth/reauth/ReauthDialog.tsx');
  return { default: component };
});

/** Every signed-in page: the frame, and over it the dialogs that any page may open. */
export function Dashboard() {
  const { account } = readAccountSearch(useSearch({ strict: false }));
  const proof = useValue(pendingReauthentication);
  return (
    <>
      <DashboardShell />
      <Suspense fallback={null}>
        {account !== undefined && <AccountDialog />}
        {proof && <ReauthDialog proof={proof} />}
      </Suspense>
    </>
  );
}

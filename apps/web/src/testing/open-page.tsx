import 'virtual:theme-variables.css';
import '../ui/theme/mantine.ts';
import '../ui/theme/base.css';
import '../ui/theme/global.css';
import type { Account } from '@moneytrail/contract';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { expect, onTestFinished } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { App } from '../App.tsx';
import { createQueryClient } from '../api/query-client.ts';
import { session } from '../api/session/session.ts';
import { createAppRouter } from '../routes.tsx';
import { closeToast, showToast } from '../stores/toasts.ts';
import type { FakeServer } from './fake-server.ts';
import { recordToasts } from './toasts.ts';

const DAY_S = 86_400;
/** An upper bound of toasts in any test. */
const MOST_TOASTS = 20;
/** Failed reads are repeated as often as for users, without their seconds between. */
const RETRY_DELAY_MS = 20;

function base64(value: object): string {
  return btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The page reads the claims; the signature is not checked. */
function tokenOf({ _id }: Account): string {
  const nowS = Math.floor(Date.now() / 1_000);
  const claims = { sub: _id, sid: 'session', iat: nowS, exp: nowS + DAY_S };
  return `${base64({ alg: 'none' })}.${base64(claims)}.`;
}

/**
 * Signs in at a fake server. Page, session, toasts and storage are reset when the test ends, and the test fails if
 * the server had no answer to a request.
 */
export function signIn(server: FakeServer, user: Account | null): QueryClient {
  localStorage.clear();
  sessionStorage.clear();
  const queryClient = createQueryClient(showToast);
  const defaults = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({
    ...defaults,
    queries: { ...defaults.queries, retryDelay: RETRY_DELAY_MS },
  });
  const uninstall = server.install();
  recordToasts();
  onTestFinished(async () => {
    await cleanup();
    queryClient.clear();
    for (let left = MOST_TOASTS; left > 0; left -= 1) closeToast();
    localStorage.clear();
    session.syncFromStorage();
    uninstall();
    expect(server.faults).toEqual([]);
  });
  switchUser(user);
  return queryClient;
}

/** Begins or ends the session, as another tab would. */
export function switchUser(user: Account | null): void {
  if (user) localStorage.setItem('accessToken', tokenOf(user));
  else localStorage.removeItem('accessToken');
  session.syncFromStorage();
}

/** Mounts the application at an address until the test ends. */
export async function openPage(address: string, server: FakeServer, user: Account | null) {
  const queryClient = signIn(server, user);
  window.history.replaceState(null, '', address);
  const router = createAppRouter(queryClient);
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  );
  return { screen, queryClient, router };
}

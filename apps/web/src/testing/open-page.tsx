import 'virtual:theme-variables.css';
import '../ui/theme/mantine.ts';
import '../ui/theme/base.css';
import '../ui/theme/global.css';
import type { Account } from '@moneytrail/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { expect, onTestFinished } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from '../App.tsx';
import { createQueryClient } from '../api/query-client.ts';
import { session } from '../api/session/session.ts';
import { createAppRouter } from '../routes.tsx';
import { closeToast, showToast } from '../stores/toasts.ts';
import type { FakeServer } from './fake-server.ts';

const DAY_S = 86_400;
/** No test shows more toasts than this. */
const MOST_TOASTS = 20;

function base64(value: object): string {
  return btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** A token that the page can read; nobody checks its signature here. */
function tokenOf({ _id }: Account): string {
  const nowS = Math.floor(Date.now() / 1_000);
  const claims = { sub: _id, sid: 'session', iat: nowS, exp: nowS + DAY_S };
  return `${base64({ alg: 'none' })}.${base64(claims)}.`;
}

/**
 * Mounts the application at an address, signed in as `user`, with a fake server. The page, its session and everything
 * stored end with the test, which fails where the server had no answer.
 */
export async function openPage(address: string, server: FakeServer, user: Account | null) {
  localStorage.clear();
  sessionStorage.clear();
  const uninstall = server.install();
  if (user) localStorage.setItem('accessToken', tokenOf(user));
  session.syncFromStorage();
  window.history.replaceState(null, '', address);
  const queryClient = createQueryClient(showToast);
  const router = createAppRouter(queryClient);
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  );
  onTestFinished(async () => {
    await screen.unmount();
    queryClient.clear();
    for (let left = MOST_TOASTS; left > 0; left -= 1) closeToast();
    localStorage.clear();
    session.syncFromStorage();
    uninstall();
    expect(server.faults).toEqual([]);
  });
  return { screen, queryClient, router };
}

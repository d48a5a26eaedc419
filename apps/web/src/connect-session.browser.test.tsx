import { QueryClient } from '@tanstack/react-query';
import { expect, it, onTestFinished } from 'vitest';
import { session } from './api/session/session.ts';
import { connectSession } from './connect-session.ts';
import { registrationDraft } from './features/auth/register/registration-draft.ts';
import type { AppRouter } from './routes.tsx';

const EMPTY = { firstName: '' };

/** A token of a user, as far as the page reads it. */
function tokenOf(sub: string): string {
  const claims = { sub, sid: 's', iat: 0, exp: 4_000_000_000 };
  return ['e30', btoa(JSON.stringify(claims)), 's'].join('.');
}

it('a registration that was begun in a tab ends with the sign-in of an account there', () => {
  const router = { invalidate: async () => {} } as unknown as AppRouter;
  const disconnect = connectSession({ router, queryClient: new QueryClient() });
  onTestFinished(disconnect);
  registrationDraft.keep({ firstName: 'Thandi' });
  expect(registrationDraft.restore(EMPTY)).toEqual({ firstName: 'Thandi' });
  session.begin(tokenOf('someone'));
  expect(registrationDraft.restore(EMPTY)).toEqual(EMPTY);
});

it('nothing of a user stays on the device for one who signs in without a sign-out between', () => {
  session.begin(tokenOf('someone'));
  const router = { invalidate: async () => {} } as unknown as AppRouter;
  onTestFinished(connectSession({ router, queryClient: new QueryClient() }));
  localStorage.setItem('chartGrid', 'charts of someone');
  session.begin(tokenOf('someone'));
  expect(localStorage.getItem('chartGrid')).not.toBeNull();
  session.begin(tokenOf('another'));
  expect(localStorage.getItem('chartGrid')).toBeNull();
});

it('a page that opens signed in drops a registration that was begun in its tab', () => {
  session.begin(tokenOf('someone'));
  registrationDraft.keep({ firstName: 'Thandi' });
  onTestFinished(connectSession({ router: {} as AppRouter, queryClient: new QueryClient() }));
  expect(registrationDraft.restore(EMPTY)).toEqual(EMPTY);
});

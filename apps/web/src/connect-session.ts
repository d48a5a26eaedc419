import type { QueryClient } from '@tanstack/react-query';
import { readRightsAnew } from './api/read-anew.ts';
import { readClaims } from './api/session/access-token.ts';
import { pendingReauthentication } from './api/session/reauthentication.ts';
import { session, watchSession } from './api/session/session.ts';
import { stream } from './api/stream/stream.ts';
import { forgetDrafts } from './lib/draft-storage.ts';
import { paths } from './paths.ts';
import type { AppRouter } from './routes.tsx';

const whoIsSignedIn = () => readClaims(session.token.get())?.subject ?? null;

/** Takes away what was shown to whoever is signed out: the page first, then everything that was read for them. */
async function leave({ router, queryClient }: Deps): Promise<void> {
  // First, and by code that is there: the server may be out of reach.
  forgetDrafts();
  if (router.state.location.pathname.startsWith(paths.dashboard)) {
    await router.navigate({ to: paths.login, replace: true });
  }
  stream.restart();
  queryClient.clear();
  const { forgetSymbols } = await import('./features/chart/search/recent-symbols.ts');
  forgetSymbols();
}

type Deps = { router: AppRouter; queryClient: QueryClient };

/**
 * Lets pages, caches and the live stream follow the session: after signing in the guards lead on, after signing out
 * nothing of the former user stays, and where another tab changed the user everything is read anew, as it is where the rights of the present one change.
 */
export function connectSession(deps: Deps): void {
  let user = whoIsSignedIn();
  session.token.subscribe(() => {
    const former = user;
    user = whoIsSignedIn();
    if (user === former) return stream.reconnectNow();
    // Whoever signs in next must not make the change of the former one.
    pendingReauthentication.get()?.cancelled();
    if (user === null) return void leave(deps);
    stream.restart();
    if (former !== null) deps.queryClient.clear();
    void deps.router.invalidate();
  });
  stream.onRights(() => readRightsAnew(deps.queryClient));
  watchSession();
}

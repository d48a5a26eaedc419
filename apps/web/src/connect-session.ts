import type { QueryClient } from '@tanstack/react-query';
import { readRightsAnew } from './api/read-anew.ts';
import { signedInUserId } from './api/session/guard.ts';
import { pendingReauthentication } from './api/session/reauthentication.ts';
import { session } from './api/session/session.ts';
import { stream } from './api/stream/stream.ts';
import { registrationDraft } from './features/auth/register/registration-draft.ts';
import { destination } from './lib/destination.ts';
import { forgetDrafts } from './lib/draft-storage.ts';
import { paths } from './paths.ts';
import type { AppRouter } from './routes.tsx';

/** Leaves the signed-in page first, to which its user returns, then drops everything read for them. */
async function leave({ router, queryClient }: Deps, userId: string | null): Promise<void> {
  // First, and without loading code: the server may be unreachable.
  forgetDrafts();
  const { href, pathname } = router.state.location;
  if (pathname.startsWith(paths.dashboard)) {
    destination.keep(href, userId);
    await router.navigate({ to: paths.login, replace: true });
  }
  stream.restart();
  queryClient.clear();
}

type Deps = { router: AppRouter; queryClient: QueryClient };

/**
 * Pages, caches and the live stream follow the session. After sign-in the guards navigate; after sign-out nothing of
 * the former user remains; when another tab switches the user, or this user's rights change, everything is read
 * again. Returns a function that disconnects the pages and caches from the session.
 */
export function connectSession(deps: Deps): () => void {
  let user = signedInUserId();
  // A registration that was begun in this tab is done, or was another person's.
  if (user !== null) registrationDraft.forget();
  const disconnect = session.token.subscribe(() => {
    const former = user;
    user = signedInUserId();
    if (user === former) return stream.reconnectNow();
    // A pending change of the former user must not be confirmed by the next one.
    pendingReauthentication.get()?.cancelled();
    if (user === null) return void leave(deps, former);
    registrationDraft.forget();
    stream.restart();
    if (former !== null) {
      forgetDrafts();
      deps.queryClient.clear();
    }
    void deps.router.invalidate();
  });
  stream.onRights(() => readRightsAnew(deps.queryClient));
  return disconnect;
}

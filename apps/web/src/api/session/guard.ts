import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '../queries.ts';
import { readClaims } from './access-token.ts';
import { session } from './session.ts';

/** The state this browser knows. */
export function isSignedIn(): boolean {
  return session.token.get() !== null;
}

/** The user of this browser's session; null for a visitor. */
export function signedInUserId(): string | null {
  return readClaims(session.token.get())?.subject ?? null;
}

/**
 * True where a protected page may be shown. Refreshes the token when due, and reads the user again after a minute, without
 * showing anything. The session continues without a network.
 */
export async function checkSession(queryClient: QueryClient): Promise<boolean> {
  if (!isSignedIn()) return false;
  session.refreshIfDue();
  try {
    await queryClient.fetchQuery({ ...currentUserQuery, retry: false, networkMode: 'always' });
  } catch {
    // A refusal has ended the session. If the server is unreachable, the page shows stored data.
  }
  return isSignedIn();
}

/** True where the signed-in user is known not to be a super admin. */
export async function isNoSuperAdmin(queryClient: QueryClient): Promise<boolean> {
  const known = queryClient.getQueryData(currentUserQuery.queryKey);
  if (known) return !known.isSuperAdmin;
  await checkSession(queryClient);
  return queryClient.getQueryData(currentUserQuery.queryKey)?.isSuperAdmin === false;
}

import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '../queries.ts';
import { session } from './session.ts';

/** Whether somebody is signed in, as far as this browser knows. */
export function isSignedIn(): boolean {
  return session.token.get() !== null;
}

/**
 * Whether a protected page may be shown: the token is renewed where it is due, the user read where they were last read
 * more than a minute ago. Shows nothing and asks nothing of the person. Without a network the session goes on.
 */
export async function checkSession(queryClient: QueryClient): Promise<boolean> {
  if (!isSignedIn()) return false;
  session.refreshIfDue();
  try {
    await queryClient.fetchQuery({ ...currentUserQuery, retry: false, networkMode: 'always' });
  } catch {
    // Refused: the session has ended by now. Out of reach: the page shows what is stored.
  }
  return isSignedIn();
}

/** Whether whoever is signed in is known not to be a super admin: such a page is not for them. */
export async function isNoSuperAdmin(queryClient: QueryClient): Promise<boolean> {
  const known = queryClient.getQueryData(currentUserQuery.queryKey);
  if (known) return !known.isSuperAdmin;
  await checkSession(queryClient);
  return queryClient.getQueryData(currentUserQuery.queryKey)?.isSuperAdmin === false;
}

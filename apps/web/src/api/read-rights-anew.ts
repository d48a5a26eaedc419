import type { QueryClient } from '@tanstack/react-query';
import { readAnew } from './read-anew.ts';

/**
 * Reads again what is on the screen after the person's rights changed: the account, the lists with their locks, and
 * whatever was answered or refused by the former rights. A refusal that nothing on the screen shows is forgotten.
 */
export function readRightsAnew(queryClient: QueryClient): void {
  queryClient.removeQueries({ type: 'inactive', predicate: ({ state }) => state.error !== null });
  void readAnew(queryClient);
}

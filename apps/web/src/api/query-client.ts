import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { ToastText } from '../lib/toast-queue.ts';
import { isWorthRetrying } from './api-error.ts';
import { createFailureNotices } from './failure-notices.ts';

const RETRIES = 2;

function mayRetry(failures: number, error: Error): boolean {
  return failures < RETRIES && isWorthRetrying(error);
}

/** The cache of server data. Mutations are tried, and fail, without a network too. */
export function createQueryClient(showToast: (toast: ToastText) => void): QueryClient {
  const notices = createFailureNotices(showToast);
  return new QueryClient({
    queryCache: new QueryCache(notices.queries),
    mutationCache: new MutationCache(notices.mutations),
    defaultOptions: { queries: { retry: mayRetry }, mutations: { networkMode: 'always' } },
  });
}

import { QueryClient } from '@tanstack/react-query';
import { isWorthRetrying } from './api-error.ts';

const RETRIES = 2;

function mayRetry(failures: number, error: Error): boolean {
  return failures < RETRIES && isWorthRetrying(error);
}

/** The cache of what the server answered. */
export function createQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: mayRetry } } });
}

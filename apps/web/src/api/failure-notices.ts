import type { MutationCacheConfig, Query, QueryCacheConfig } from '@tanstack/react-query';
import type { ToastText } from '../lib/toast-queue.ts';
import { ApiError } from './api-error.ts';
import { FAILURE_TEXTS } from './failure-text.ts';
import { SESSION_END } from './session/create-session.ts';
import { ReauthenticationCancelled } from './session/reauthentication.ts';

/** Where a failure is read: in a toast, or where its screen shows it. */
type Place = 'toast' | 'in-place';

/** How a failed query or mutation is told; without it by a toast. */
export type FailureMeta = {
  /**
   * `in-place`: the screen shows it, with a way on. `silent`: nobody started the call, as polls and the check of the
   * session. A function decides for each failure.
   */
  failure?: 'in-place' | 'silent' | ((error: Error) => Place);
  /** The specified text: one that ends in `...` is completed by the general one, a sentence is followed by it. */
  failureText?: string;
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: FailureMeta;
    mutationMeta: FailureMeta;
  }
}

type AnyQuery = Query<unknown, unknown, unknown>;

const ENDS: readonly string[] = Object.values(SESSION_END);

/** The session ended with it, or before it: the screen is left, and cannot show it. */
function isSessionEnd(error: Error): error is ApiError {
  return error instanceof ApiError && ENDS.includes(error.code);
}

function placeOf(error: Error, { failure = () => 'toast' }: FailureMeta): Place | 'nowhere' {
  if (failure === 'silent' || error instanceof ReauthenticationCancelled) return 'nowhere';
  if (isSessionEnd(error)) return 'toast';
  return typeof failure === 'function' ? failure(error) : failure;
}

function textOf(error: Error, specified: string | undefined): string {
  const general = error.message || FAILURE_TEXTS.unexpected;
  if (specified === undefined) return general;
  return specified.endsWith('...')
    ? `${specified.slice(0, -3)}${general}`
    : `${specified}\n${general}`;
}

/**
 * Decides for every query and mutation of the page how its failure is told, and shows the toasts. A query is asked again
 * by itself: that it still fails is told once until it has an answer. The end of a session is told once, and only where a
 * person's own call met it.
 */
export function createFailureNotices(showToast: (toast: ToastText) => void): {
  queries: QueryCacheConfig;
  mutations: MutationCacheConfig;
} {
  let isEndTold = false;
  const tell = (error: Error, meta: FailureMeta = {}) => {
    if (placeOf(error, meta) !== 'toast') return;
    if (isSessionEnd(error)) {
      if (isEndTold) return;
      isEndTold = true;
    }
    showToast({ kind: 'error', text: textOf(error, meta.failureText) });
  };
  const told = new WeakSet<AnyQuery>();
  return {
    queries: {
      onError: (error, query) => {
        if (isSessionEnd(error)) {
          // What the page reads by itself again, or has begun to read meanwhile, was no person's wish.
          const isOwn =
            query.state.data !== undefined || error.code === SESSION_END['ended-before'];
          if (!isOwn) tell(error, query.meta);
        } else if (!told.has(query)) {
          told.add(query);
          tell(error, query.meta);
        }
      },
      onSuccess: (_data, query) => {
        told.delete(query);
        isEndTold = false;
      },
    },
    mutations: {
      onSuccess: () => {
        isEndTold = false;
      },
      onError: (error, _variables, _result, mutation) => tell(error, mutation.meta),
    },
  };
}

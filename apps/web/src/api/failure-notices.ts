import type { MutationCacheConfig, Query, QueryCacheConfig } from '@tanstack/react-query';
import type { ToastText } from '../lib/toast-queue.ts';
import { ApiError, SESSION_END } from './api-error.ts';
import { FAILURE_TEXTS } from './failure-text.ts';
import { ReauthenticationCancelled } from './session/reauthentication.ts';
import { SaveCancelled } from './shared-record.ts';

type Place = 'toast' | 'in-place';

/** The presentation of a failed query or mutation; a toast by default. */
export type FailureMeta = {
  /**
   * `in-place`: the screen shows it and offers a way on. `silent`: no user started the call, as with polls and the session
   * check. A function decides for each failure.
   */
  failure?: 'in-place' | 'silent' | ((error: Error) => Place);
  /** The specified text. The general text replaces a trailing `...`, or follows a sentence. */
  failureText?: string;
  /** The person or thing concerned, named beside the text. */
  subject?: string;
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: FailureMeta;
    mutationMeta: FailureMeta;
  }
}

type AnyQuery = Query<unknown, unknown, unknown>;

const ENDS: readonly string[] = Object.values(SESSION_END);

/** Such a failure leaves the screen, which therefore cannot show it. */
function isSessionEnd(error: Error): error is ApiError {
  return error instanceof ApiError && ENDS.includes(error.code);
}

function placeOf(error: Error, { failure = () => 'toast' }: FailureMeta): Place | 'nowhere' {
  const isCancelled = error instanceof ReauthenticationCancelled || error instanceof SaveCancelled;
  if (failure === 'silent' || isCancelled) return 'nowhere';
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
 * Presents failures of all queries and mutations, and shows the toasts. Queries repeat by themselves: a failing one is
 * reported once until it succeeds. The end of a session is reported once, and only for a call that a user started.
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
    const { subject } = meta;
    const text = textOf(error, meta.failureText);
    showToast({ kind: 'error', text, ...(subject === undefined ? {} : { subject }) });
  };
  const told = new WeakSet<AnyQuery>();
  return {
    queries: {
      onError: (error, query) => {
        if (isSessionEnd(error)) {
          // Refetches, and reads begun after the end, were not started by a user.
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

import { type BrowserError, reportBrowserError, storable } from '@moneytrail/contract';
import { ApiError } from './api-error.ts';
import { request } from './request.ts';

/** A page that fails without end is told of by its first failures. */
const MOST_REPORTS = 5;
const LONGEST = { message: 500, stack: 4_000, route: 200 };
/** What browsers tell of and nobody can do anything about, and what people have added to their browsers. */
const NOT_OURS = /ResizeObserver loop|^Script error\.?$|-extension:\/\//m;

/** Cut first: the cut may leave half a character. */
const fitting = (text: string, longest: number) => storable(text.slice(0, longest));

/**
 * A failure as the server takes it; null for what it knows already, what was stopped on purpose and what is not the
 * page's. The path stands for the page: its query may hold what nobody else should read.
 */
export function describeFailure(
  kind: BrowserError['kind'],
  error: unknown,
  path: string,
): BrowserError | null {
  if (error instanceof ApiError) return null;
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  const isError = error instanceof Error;
  const message = isError ? `${error.name}: ${error.message}` : String(error ?? 'no reason');
  const stack = isError ? (error.stack ?? '') : '';
  if (NOT_OURS.test(`${message}\n${stack}`)) return null;
  return {
    kind,
    message: fitting(message, LONGEST.message),
    ...(stack === '' ? {} : { stack: fitting(stack, LONGEST.stack) }),
    route: fitting(path, LONGEST.route),
  };
}

const told = new Set<string>();

/** Tells the server of a failure, each kind once in a page; where that fails too nothing more is done. */
function reportError(kind: BrowserError['kind'], error: unknown): void {
  const body = describeFailure(kind, error, window.location.pathname);
  if (!body || told.has(body.message) || told.size >= MOST_REPORTS) return;
  told.add(body.message);
  request(reportBrowserError, { body }, { keepalive: true }).catch(() => {});
}

/** Reports, from now on, what nobody in the page handles. */
export function reportUnhandledErrors(): void {
  window.addEventListener('error', ({ error, message }) => reportError('error', error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => reportError('rejection', reason));
}

/** For React's root: parts that could not be drawn are reported, and told in the console as without it. */
export const REPORT_RENDERING = {
  onCaughtError: (error: unknown) => {
    console.error(error);
    reportError('render', error);
  },
  onUncaughtError: (error: unknown) => {
    console.error(error);
    reportError('render', error);
  },
};

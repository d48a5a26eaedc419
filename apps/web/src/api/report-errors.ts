import { type BrowserError, reportBrowserError, storable } from '@moneytrail/contract';
import { ApiError } from './api-error.ts';
import { request } from './request.ts';

/** A page reports its first failures alone. */
const MOST_REPORTS = 5;
const LONGEST = { message: 500, stack: 4_000, route: 200 };
/** Harmless reports of browsers, and errors of browser extensions. */
const NOT_OURS = /ResizeObserver loop|^Script error\.?$|-extension:\/\//m;

/** Cut before it is cleaned: the cut may leave half a character. */
const fitting = (text: string, longest: number) => storable(text.slice(0, longest));

/**
 * An error in the server's form; null for failures that the server knows, for aborts and for errors of other code. The
 * report has the path without its query, which may hold secrets.
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

/** Reports an error to the server, each message once a page; a failing report is dropped. */
function reportError(kind: BrowserError['kind'], error: unknown): void {
  const body = describeFailure(kind, error, window.location.pathname);
  if (!body || told.has(body.message) || told.size >= MOST_REPORTS) return;
  told.add(body.message);
  request(reportBrowserError, { body }, { keepalive: true }).catch(() => {});
}

/** Reports all unhandled errors from now on. */
export function reportUnhandledErrors(): void {
  window.addEventListener('error', ({ error, message }) => reportError('error', error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => reportError('rejection', reason));
}

/** Options of React's root: rendering errors are reported and, as by default, logged. */
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

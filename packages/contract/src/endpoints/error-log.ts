import * as z from 'zod/mini';
import { endpoint, rawBody } from '../endpoint.ts';
import { text } from '../text.ts';
import { pageOf, pageQuery } from './query-fields.ts';

/** The sources of log entries: parts of the server, pages, and browsers' reports about the content security policy. */
export const ERROR_SOURCES = [
  'accounts',
  'alerts',
  'snapshots',
  'analysis',
  'answers',
  'audit',
  'backup',
  'bars',
  'billing',
  'browser',
  'bus',
  'catalogue',
  'content-policy',
  'database',
  'feeds',
  'http',
  'instruments',
  'jobs',
  'live',
  'outbox',
  'process',
  'server',
] as const;
export type ErrorSource = (typeof ERROR_SOURCES)[number];

/** Severity: the work continued, failed, or ended the process. */
export const ERROR_LEVELS = ['warning', 'error', 'fatal'] as const;

/**
 * An error with its number of occurrences; `timestamp` is the last one, `firstSeen` the first, both ISO 8601 in UTC.
 */
export const errorEntry = z.strictObject({
  _id: z.string(),
  timestamp: z.string(),
  source: z.string(),
  message: z.string(),
  context: z.record(z.string(), z.unknown()),
  level: z.enum(ERROR_LEVELS),
  count: z.int(),
  firstSeen: z.string(),
});
export type ErrorEntry = z.infer<typeof errorEntry>;

const errorPage = pageOf(errorEntry);
export type ErrorPage = z.infer<typeof errorPage>;

export const listErrors = endpoint({
  name: 'listErrors',
  summary: 'Lists recent errors, newest first.',
  method: 'GET',
  path: '/api/health/errors',
  access: 'superAdmin',
  query: z.strictObject({
    source: z.optional(z.enum(ERROR_SOURCES)),
    text: z.optional(text().check(z.maxLength(200))),
    ...pageQuery,
  }),
  response: errorPage,
});

const browserError = z.strictObject({
  kind: z.enum(['error', 'rejection', 'render']),
  message: text().check(z.minLength(1), z.maxLength(500)),
  stack: z.optional(text().check(z.maxLength(4_000))),
  route: text().check(z.maxLength(200)),
});
export type BrowserError = z.infer<typeof browserError>;

export const reportBrowserError = endpoint({
  name: 'reportBrowserError',
  summary: 'Reports a browser error.',
  method: 'POST',
  path: '/api/reports/browser',
  access: 'public',
  body: browserError,
  response: z.undefined(),
});

export const reportContentPolicy = endpoint({
  name: 'reportContentPolicy',
  summary: "Receives browsers' reports about the content security policy.",
  method: 'POST',
  path: '/api/reports/content-policy',
  access: 'public',
  body: rawBody,
  bodyKind: 'raw',
  response: z.undefined(),
});

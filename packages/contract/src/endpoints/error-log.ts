import * as z from 'zod/mini';
import { endpoint, rawBody } from '../endpoint.ts';
import { text } from '../text.ts';
import { pageOf, pageQuery } from './query-fields.ts';

/** Where entries of the error log come from: parts of the server, pages, and the browser's reports of its content policy. */
export const ERROR_SOURCES = [
  'accounts',
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

/** How bad it was: what went on, what failed, what ended the process. */
export const ERROR_LEVELS = ['warning', 'error', 'fatal'] as const;

/** What went wrong, however often: `timestamp` is the last time, `firstSeen` the first, both ISO 8601 in UTC. */
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

/** What went wrong lately, the newest first; `text` is looked for in message and context. */
export const listErrors = endpoint({
  name: 'listErrors',
  summary: 'What went wrong lately, the newest first.',
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
  /** How it came to light: thrown, a promise that nobody handled, or a part of the page that could not be drawn. */
  kind: z.enum(['error', 'rejection', 'render']),
  message: text().check(z.minLength(1), z.maxLength(500)),
  stack: z.optional(text().check(z.maxLength(4_000))),
  /** Path of the page, without its query. */
  route: text().check(z.maxLength(200)),
});
export type BrowserError = z.infer<typeof browserError>;

/** A failure in a page of ours; one network tells of a few a minute. */
export const reportBrowserError = endpoint({
  name: 'reportBrowserError',
  summary: 'Reports a failure in a page.',
  method: 'POST',
  path: '/api/reports/browser',
  access: 'public',
  body: browserError,
  response: z.undefined(),
});

/** What browsers report of a breached content policy, in either form they have for it. */
export const reportContentPolicy = endpoint({
  name: 'reportContentPolicy',
  summary: 'Takes what browsers report of a breached content policy.',
  method: 'POST',
  path: '/api/reports/content-policy',
  access: 'public',
  body: rawBody,
  bodyKind: 'raw',
  bodyLimitBytes: 64 * 1_024,
  response: z.undefined(),
});

import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';
import { pageOf, pageQuery } from './page.ts';

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

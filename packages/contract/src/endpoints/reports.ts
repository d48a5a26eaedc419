import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { rawBody } from '../raw-body.ts';
import { text } from '../text.ts';

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

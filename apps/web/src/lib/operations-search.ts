import { ERROR_SOURCES, type ErrorSource } from '@moneytrail/contract';

/** Search parameters of the error log. */
export type ErrorsSearch = { source?: ErrorSource; q?: string };

/** Search parameters of the audit log; days are `YYYY-MM-DD`. */
export type AuditSearch = {
  actor?: string;
  subject?: string;
  action?: string;
  from?: string;
  to?: string;
};

/** Tabs of the jobs screen. */
export const JOB_TABS = ['queues', 'running', 'failed', 'messages'] as const;
export type JobsSearch = { tab?: (typeof JOB_TABS)[number] };

const LONGEST = 100;
const DAY = /^\d{4}-\d\d-\d\d$/;

const isText = (given: unknown): given is string =>
  typeof given === 'string' && given.trim() !== '';
const isDay = (given: unknown): given is string =>
  typeof given === 'string' && DAY.test(given) && !Number.isNaN(Date.parse(given));

/** Drops absent and unknown parameters. */
export function readErrorsSearch({ source, q }: Record<string, unknown>): ErrorsSearch {
  const known = ERROR_SOURCES.find((each) => each === source);
  return {
    ...(known === undefined ? {} : { source: known }),
    ...(isText(q) ? { q: q.slice(0, LONGEST) } : {}),
  };
}

/** Search parameters of the contact messages. */
export type MessagesSearch = { q?: string; state?: 'unanswered' };

/** Drops absent and unknown parameters. */
export function readMessagesSearch({ q, state }: Record<string, unknown>): MessagesSearch {
  return {
    ...(isText(q) ? { q: q.slice(0, LONGEST) } : {}),
    ...(state === 'unanswered' ? { state } : {}),
  };
}

/** Drops absent and unknown parameters. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const { actor, subject, action, from, to } = search;
  return {
    ...(isText(actor) ? { actor: actor.slice(0, LONGEST) } : {}),
    ...(isText(subject) ? { subject: subject.slice(0, LONGEST) } : {}),
    ...(isText(action) ? { action: action.slice(0, LONGEST) } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
  };
}

/** Defaults to the queues. */
export function readJobsSearch({ tab }: Record<string, unknown>): JobsSearch {
  const known = JOB_TABS.find((each) => each === tab);
  return known === undefined || known === 'queues' ? {} : { tab: known };
}

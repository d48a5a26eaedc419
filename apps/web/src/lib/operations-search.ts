import { ERROR_SOURCES, type ErrorSource } from '@moneytrail/contract';

/** What the address of the error log holds: where entries come from, and what is looked for in them. */
export type ErrorsSearch = { source?: ErrorSource; q?: string };

/** What the address of the audit log holds: who did what to whom, and the days, as `YYYY-MM-DD`. */
export type AuditSearch = {
  actor?: string;
  subject?: string;
  action?: string;
  from?: string;
  to?: string;
};

/** The parts of the jobs screen. */
export const JOB_TABS = ['queues', 'running', 'failed', 'messages'] as const;
export type JobsSearch = { tab?: (typeof JOB_TABS)[number] };

const LONGEST = 100;
const DAY = /^\d{4}-\d\d-\d\d$/;

const isText = (given: unknown): given is string =>
  typeof given === 'string' && given.trim() !== '';
const isDay = (given: unknown): given is string =>
  typeof given === 'string' && DAY.test(given) && !Number.isNaN(Date.parse(given));

/** Reads the address of the error log; what is absent or unknown stays absent. */
export function readErrorsSearch({ source, q }: Record<string, unknown>): ErrorsSearch {
  const known = ERROR_SOURCES.find((each) => each === source);
  return {
    ...(known === undefined ? {} : { source: known }),
    ...(isText(q) ? { q: q.slice(0, LONGEST) } : {}),
  };
}

/** Reads the address of the audit log; what is absent or unknown stays absent. */
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

/** Reads the address of the jobs screen; the queues are shown without a word. */
export function readJobsSearch({ tab }: Record<string, unknown>): JobsSearch {
  const known = JOB_TABS.find((each) => each === tab);
  return known === undefined || known === 'queues' ? {} : { tab: known };
}

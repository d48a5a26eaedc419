import type { AnswerDeadlines } from '../modules/bars/index.ts';
import type { Waits } from '../waits.ts';

const MINUTE_MS = 60_000;

/** Waits for tests about something else: on a busy machine databases and feeds are slow, not away. */
export const PATIENT: AnswerDeadlines = {
  feedMs: MINUTE_MS,
  answerMs: MINUTE_MS,
  checkMs: MINUTE_MS,
};

/** The same for all other timeouts. */
export const PATIENT_WAITS: Required<Waits> = {
  connectMs: MINUTE_MS,
  catalogueMs: MINUTE_MS,
  counterMs: MINUTE_MS,
  attemptMs: MINUTE_MS,
  noticeMs: MINUTE_MS,
};

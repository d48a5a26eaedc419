import { SECOND_MS } from '@moneytrail/calendar';

/** What the answer to a request for a code holds on it and on the next one. */
export type SendAnswer = {
  /** Epoch milliseconds of the server. */
  nextAvailableAt?: number | undefined;
  cooldownSeconds?: number | undefined;
  /** False where nothing was sent, as a code was a moment ago. */
  isSent?: boolean | undefined;
  /** False where that code was for another sign-in. */
  hasCode?: boolean | undefined;
};

/** Where the answer names no time, and where sending failed. */
const DEFAULT_MS = 60 * SECOND_MS;
const LONGEST_MS = 600 * SECOND_MS;

function pauseMs({ nextAvailableAt, cooldownSeconds }: SendAnswer, serverNowMs: number): number {
  if (nextAvailableAt !== undefined && Number.isFinite(nextAvailableAt)) {
    return nextAvailableAt - serverNowMs;
  }
  if (cooldownSeconds !== undefined && Number.isFinite(cooldownSeconds)) {
    return cooldownSeconds * SECOND_MS;
  }
  return DEFAULT_MS;
}

/**
 * The moment, by the server's clock, from which another code may be asked for: within ten minutes, whatever the answer
 * holds; a minute from now where it names no time, or where sending failed (null).
 */
export function sendAgainAtMs(answer: SendAnswer | null, serverNowMs: number): number {
  const waitMs = answer === null ? DEFAULT_MS : pauseMs(answer, serverNowMs);
  return serverNowMs + Math.min(Math.max(waitMs, 0), LONGEST_MS);
}

/** Whole seconds that are left, 0 when the moment has come. */
export function secondsLeft(untilMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((untilMs - nowMs) / SECOND_MS));
}

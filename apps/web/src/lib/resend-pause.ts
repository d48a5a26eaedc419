import { SECOND_MS } from '@moneytrail/calendar';

type CodeUse = 'earlier-sign-in' | 'other-device' | 'phone-change';

/** The parts of an answer about the next code. */
export type SendAnswer = {
  /** Epoch milliseconds by the server's clock. */
  nextAvailableAt?: number | undefined;
  cooldownSeconds?: number | undefined;
  /** False if a recent code was not sent again. */
  isSent?: boolean | undefined;
  /** False if that code belongs to another sign-in. */
  hasCode?: boolean | undefined;
  /** The use of a code that is worth nothing here. */
  codeWasFor?: CodeUse | undefined;
  /** The last digits of the number that codes go to. */
  phoneEnding?: string | undefined;
};

/** Used if the answer gives no time, or sending failed. */
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
 * The earliest time for a request of the next code, by the server's clock: at most ten minutes ahead; a minute if the
 * answer gives no time or sending failed (null).
 */
export function sendAgainAtMs(answer: SendAnswer | null, serverNowMs: number): number {
  const waitMs = answer === null ? DEFAULT_MS : pauseMs(answer, serverNowMs);
  return serverNowMs + Math.min(Math.max(waitMs, 0), LONGEST_MS);
}

/** Whole seconds left; 0 once the time has come. */
export function secondsLeft(untilMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((untilMs - nowMs) / SECOND_MS));
}

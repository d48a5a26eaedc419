import {
  DAY_MS as DAY,
  HOUR_MS as HOUR,
  MINUTE_MS as MINUTE,
  SECOND_MS as SECOND,
} from '@moneytrail/calendar';
import type { LockRule, Window } from './limiter.ts';

export type Limits = {
  signInOfAccount: LockRule;
  /** Failures. */
  signInOfAddress: Window;
  /** Failures. */
  signInOfAddressAndAccount: Window;
  secondFactor: LockRule;
  sendToAccount: readonly Window[];
  sendFromAddress: Window;
  sendFromNetwork: Window;
  sendToHomeCountry: Window;
  sendToOtherCountry: Window;
  /** Mails to one address, whatever their cause. */
  mailsToRecipient: Window & { isReservable: true };
  recoveryUses: Window;
  registerFromAddress: Window;
  /** Changes of the number of an account that awaits approval. */
  phoneCorrections: Window;
  /** Messages of the contact form. */
  contactFromAddress: Window;
  invitesOfAccount: Window;
  paymentsOfAccount: Window;
  /** Requests for chart data by visitors who have not signed in. */
  anonymousRequests: Window;
  /** Requests with API keys that are not valid, by address. */
  unknownKeys: Window;
  /** Streams open at once from one visitor's address. */
  anonymousStreams: number;
  /** Streams open at once of one account. */
  accountStreams: number;
  /** Streams open at once of the pages of an account's customers. */
  customerStreams: number;
};

export const LIMITS: Limits = {
  signInOfAccount: {
    failures: 5,
    withinMs: 15 * MINUTE,
    firstWaitMs: 30 * SECOND,
    longestWaitMs: 15 * MINUTE,
    forgetAfterMs: 12 * HOUR,
    afterLock: 'lock-again',
  },
  signInOfAddress: { max: 20, windowMs: 15 * MINUTE },
  signInOfAddressAndAccount: { max: 3, windowMs: 10 * SECOND },
  secondFactor: {
    failures: 10,
    withinMs: DAY,
    firstWaitMs: 15 * MINUTE,
    longestWaitMs: 15 * MINUTE,
    forgetAfterMs: DAY,
    afterLock: 'count-anew',
  },
  sendToAccount: [
    { max: 1, windowMs: MINUTE },
    { max: 5, windowMs: HOUR },
    { max: 10, windowMs: DAY },
  ],
  sendFromAddress: { max: 30, windowMs: HOUR },
  sendFromNetwork: { max: 60, windowMs: HOUR },
  sendToHomeCountry: { max: 1_000, windowMs: HOUR },
  sendToOtherCountry: { max: 20, windowMs: HOUR },
  mailsToRecipient: { max: 3, windowMs: HOUR, isReservable: true },
  recoveryUses: { max: 8, windowMs: 30 * DAY },
  registerFromAddress: { max: 20, windowMs: HOUR },
  phoneCorrections: { max: 5, windowMs: DAY },
  contactFromAddress: { max: 3, windowMs: 10 * MINUTE },
  invitesOfAccount: { max: 20, windowMs: HOUR },
  paymentsOfAccount: { max: 20, windowMs: HOUR },
  anonymousRequests: { max: 30, windowMs: MINUTE },
  unknownKeys: { max: 60, windowMs: MINUTE },
  anonymousStreams: 3,
  accountStreams: 20,
  customerStreams: 300,
};

const many = <Kind extends Window>(window: Kind): Kind => ({ ...window, max: window.max * 50 });

/** Demo mode, in which one person plays every role from one address; guessing stays as hard as in production. */
export const DEMO_LIMITS: Limits = {
  ...LIMITS,
  sendToAccount: LIMITS.sendToAccount.map((window) =>
    window.windowMs === MINUTE ? window : many(window),
  ),
  sendFromAddress: many(LIMITS.sendFromAddress),
  sendFromNetwork: many(LIMITS.sendFromNetwork),
  sendToOtherCountry: many(LIMITS.sendToOtherCountry),
  paymentsOfAccount: many(LIMITS.paymentsOfAccount),
  mailsToRecipient: many(LIMITS.mailsToRecipient),
  registerFromAddress: many(LIMITS.registerFromAddress),
  invitesOfAccount: many(LIMITS.invitesOfAccount),
};

export function limitsFor(settings: { isDemo: boolean; limits?: Limits }): Limits {
  return settings.limits ?? (settings.isDemo ? DEMO_LIMITS : LIMITS);
}

import { serverClock } from '../../../api/server-clock.ts';
import { dismissedLapse } from './dismissed.ts';
import { type LapsedPayment, type LapsingAccount, lapsedPayment } from './lapsed-payment.ts';

/** What of a missing payment is still to be said to a person, and what is kept once they have read it; null for nothing. */
export function untoldLapse(
  user: LapsingAccount & { _id: string },
): (LapsedPayment & { told: string }) | null {
  const lapsed = lapsedPayment(user, serverClock.now());
  if (!lapsed) return null;
  const told = `${user._id} ${lapsed.text}`;
  return dismissedLapse.read() === told ? null : { ...lapsed, told };
}

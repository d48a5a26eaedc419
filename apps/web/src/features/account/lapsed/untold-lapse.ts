import { serverClock } from '../../../api/server-clock.ts';
import { createStoredText } from '../../../lib/stored-text.ts';
import { tabStorage } from '../../../lib/tab-storage.ts';
import { type LapsedPayment, type LapsingAccount, lapsedPayment } from './lapsed-payment.ts';

/** The message of a missing payment that was read in this tab, with whom it was about; null where none was. */
export const dismissedLapse = createStoredText('dismissedLapse', tabStorage());

/** What of a missing payment is still to be said to a person, and what is kept once they have read it; null for nothing. */
export function untoldLapse(
  user: LapsingAccount & { _id: string },
): (LapsedPayment & { told: string }) | null {
  const lapsed = lapsedPayment(user, serverClock.now());
  if (!lapsed) return null;
  const told = `${user._id} ${lapsed.text}`;
  return dismissedLapse.read() === told ? null : { ...lapsed, told };
}

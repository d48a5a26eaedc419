import { serverClock } from '../../../api/server-clock.ts';
import { createStoredText } from '../../../lib/stored-text.ts';
import { tabStorage } from '../../../lib/tab-storage.ts';
import { type LapsedPayment, type LapsingAccount, lapsedPayment } from './lapsed-payment.ts';

/** The dismissed message, prefixed with the user id; null if none was dismissed in this tab. */
export const dismissedLapse = createStoredText('dismissedLapse', tabStorage());

/** The lapse to show, with the text to store once it is dismissed; null if there is none or it was dismissed. */
export function untoldLapse(
  user: LapsingAccount & { _id: string },
): (LapsedPayment & { told: string }) | null {
  const lapsed = lapsedPayment(user, serverClock.now());
  if (!lapsed) return null;
  const told = `${user._id} ${lapsed.text}`;
  return dismissedLapse.read() === told ? null : { ...lapsed, told };
}

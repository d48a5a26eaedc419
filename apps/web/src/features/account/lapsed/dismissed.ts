import { createStoredText } from '../../../lib/stored-text.ts';
import { tabStorage } from '../../../lib/tab-storage.ts';

const kept = createStoredText('isLapseDismissed', tabStorage());

/** Whether the message of a missing payment was read in this tab. */
export const isDismissed = {
  read: (): boolean => kept.read() !== null,
  write: () => kept.write('true'),
};

import { createStoredText } from '../../../lib/stored-text.ts';
import { tabStorage } from '../../../lib/tab-storage.ts';

/** The message of a missing payment that was read in this tab, with whom it was about; null where none was. */
export const dismissedLapse = createStoredText('dismissedLapse', tabStorage());

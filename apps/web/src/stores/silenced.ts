import { createStoredValue } from '../lib/stored-value.ts';

/** Whether alerts are silent on this device. */
export const silenced = createStoredValue('alertsSilenced', (stored) => stored === true);

import { createStoredValue } from '../../../lib/stored-value.ts';

/** Whether changes of the chart are saved by themselves on this device: they are, until somebody says otherwise. */
export const autosave = createStoredValue('chartAutosave', (stored) => stored !== false);

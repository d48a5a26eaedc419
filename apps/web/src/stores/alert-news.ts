import { createStoredValue } from '../lib/stored-value.ts';
import { createValueStore } from '../lib/value-store.ts';

/** Whether alerts are silent on this device. */
export const silenced = createStoredValue('alertsSilenced', (stored) => stored === true);

/** The number of firings of alerts that wait to be seen; the browser's tab shows it. */
export const unseenCount = createValueStore(0);

/** The wish to see the list of alerts, which the chart's page fulfils; true until it has. */
export const alertsWanted = createValueStore(false);

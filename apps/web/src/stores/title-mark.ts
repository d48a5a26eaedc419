import { createValueStore } from '../lib/value-store.ts';

/** The number of firings of alerts that wait to be seen; the browser's tab shows it. */
export const unseenCount = createValueStore(0);

/** The wish to see the list of alerts, which the chart's page fulfils; true until it has. */
export const alertsWanted = createValueStore(false);

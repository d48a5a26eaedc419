import { createValueStore } from '../lib/value-store.ts';

/** The id of the saved chart that another page has asked for, until the chart's page opens it; null for none. */
export const layoutWanted = createValueStore<number | null>(null);

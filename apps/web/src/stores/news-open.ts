import { createValueStore } from '../lib/value-store.ts';

/** Whether the market news are open over the page. */
export const newsOpen = createValueStore(false);

import { createValueStore } from '../lib/value-store.ts';

/** Whether the list of all commands is open over a page; the chart's page opens a list of its own and resets it. */
export const paletteOpen = createValueStore(false);

export type { AdapterOptions } from './connection.ts';
export { createDatafeed, type Datafeed } from './datafeed.ts';
export type * from './library-types.ts';
export { createSaveLoadAdapter, type SaveLoadAdapter } from './save-load-adapter.ts';

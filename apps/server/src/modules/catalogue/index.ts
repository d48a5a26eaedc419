export { type Catalogue, createCatalogue } from './catalogue.ts';
export { hasEnded, type Instrument, supportedResolutions } from './instrument.ts';
export {
  changeImported,
  countAvailable,
  type EnabledInstrument,
  findAvailable,
  findInstrument,
  lockInstruments,
  readAvailable,
  readEnabledNow,
  readInstrument,
  readRevisions,
  setEnabled,
  takeRevision,
  toggledSince,
} from './listed.ts';
export { catalogueRoutes } from './routes.ts';
export { commodityOf } from './safex-words.ts';
export {
  insertInstruments,
  notePriceScale,
  readSyncTimes,
  showImported,
  storeImported,
} from './store.ts';
export { catalogueJobs, SYNC_INSTRUMENTS, syncInstruments } from './sync-instruments.ts';

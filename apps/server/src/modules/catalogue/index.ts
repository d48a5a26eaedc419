export { type Catalogue, createCatalogue } from './catalogue.ts';
export { type Instrument, supportedResolutions } from './instrument.ts';
export { catalogueJobs, SYNC_INSTRUMENTS } from './jobs.ts';
export { catalogueRoutes } from './routes.ts';
export { insertInstruments, notePriceScale } from './store.ts';
export { syncInstruments } from './sync-instruments.ts';

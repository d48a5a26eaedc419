export { type Catalogue, createCatalogue } from './catalogue.ts';
export { type Instrument, supportedResolutions } from './instrument.ts';
export type { SymbolRequest } from './resolve-symbol.ts';
export { catalogueRoutes } from './routes.ts';
export { insertInstruments, notePriceScale } from './store.ts';

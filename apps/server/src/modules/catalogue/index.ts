export { type Catalogue, createCatalogue } from './catalogue.ts';
export { type Instrument, type NewInstrument, supportedResolutions } from './instrument.ts';
export type { SymbolRequest } from './resolve-symbol.ts';
export { type CatalogueRouteDeps, catalogueRoutes } from './routes.ts';
export { insertInstruments, notePriceScale } from './store.ts';

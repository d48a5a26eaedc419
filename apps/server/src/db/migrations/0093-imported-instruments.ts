import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Instruments that administrators make from files: who may see each of them, and the resolution of its finest bars. No
 * other instrument has either.
 */
export const importedInstruments: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table instruments
        add column import_access text,
        add column finest_resolution text,
        drop constraint instruments_exchange_known,
        add constraint instruments_exchange_known
          check (exchange in ('BVG', 'FMP', 'Bitfinex', 'Tiingo', 'Imported')),
        add constraint instruments_import_access
          check (import_access in ('signedIn', 'fullAccess', 'BVG', 'FMP', 'Bitfinex', 'Tiingo')),
        add constraint instruments_finest_resolution
          check (finest_resolution in ('1', '15', '60', '1D')),
        add constraint instruments_imported check (
          (exchange = 'Imported') = (import_access is not null)
          and (exchange = 'Imported') = (finest_resolution is not null))
    `.execute(db);
  },
};

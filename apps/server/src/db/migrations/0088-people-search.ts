import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Search text without case and accents, and with the phone number. Decomposing a letter separates its marks, which are
 * then removed; a few letters have no decomposition, and a database with the locale C lowers only ASCII. It needs no
 * extension, so both databases have it.
 */
const FOLD = `
  create function search_fold(given text) returns text language sql immutable strict parallel safe as $$
    select replace(translate(
      regexp_replace(lower(normalize(given, NFD)), '[\\u0300-\\u036f]', '', 'g'), 'øØłŁđĐħĦıŧŦ', 'oollddhhitt'), 'ß', 'ss')
  $$`;

export const peopleSearch: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(FOLD).execute(db);
    await sql`alter table users drop column search_text`.execute(db);
    await sql`alter table users add column search_text text collate "C" generated always as (
      search_fold(first_name || ' ' || last_name || ' ' || username || ' ' || coalesce(phone_e164, ''))
    ) stored`.execute(db);
  },
};

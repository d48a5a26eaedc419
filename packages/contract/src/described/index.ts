import { ALERT_NOTES } from './alerts.ts';
import { CHART_NOTES } from './charts.ts';
import { JOURNAL_NOTES } from './journal.ts';
import { KEY_NOTES } from './keys.ts';
import { MARKET_NOTES } from './market.ts';
import type { Note, Notes } from './note.ts';
import { OPERATION_NOTES } from './operations.ts';
import { PEOPLE_NOTES } from './people.ts';
import { RECORD_NOTES } from './record.ts';
import { RULE_TEST_NOTES } from './rule-tests.ts';
import { SCREENER_NOTES } from './screener.ts';
import { WATCHLIST_NOTES } from './watchlists.ts';

export type { Note } from './note.ts';
export { SCHEMA_NAMES } from './schemas.ts';
export { CLOSE_NOTES, MESSAGE_NOTES } from './stream.ts';

/** All texts. Only the server imports them: in the contract itself they would be a part of every page. */
const AREAS: readonly Notes[] = [
  PEOPLE_NOTES,
  KEY_NOTES,
  MARKET_NOTES,
  CHART_NOTES,
  ALERT_NOTES,
  OPERATION_NOTES,
  WATCHLIST_NOTES,
  JOURNAL_NOTES,
  SCREENER_NOTES,
  RECORD_NOTES,
  RULE_TEST_NOTES,
];

/** Throws if two areas describe one key. */
function joined<Part extends keyof Notes>(part: Part): Readonly<Record<string, Note>> {
  const all: Record<string, Note> = {};
  for (const area of AREAS) {
    for (const [key, note] of Object.entries<Note>(area[part])) {
      if (Object.hasOwn(all, key)) throw new Error(`${key} is described twice.`);
      all[key] = note;
    }
  }
  return all;
}

export const FIELD_NOTES = joined('fields');
export const SCHEMA_NOTES = joined('schemas');
export const ENDPOINT_NOTES = joined('endpoints');

/** The key that describes a field, such as `Bar.time` or `getMarks.query.toTs`; null without one. */
export function fieldKeyOf(path: readonly string[]): string | null {
  for (let start = 0; start < path.length; start += 1) {
    const key = path.slice(start).join('.');
    if (Object.hasOwn(FIELD_NOTES, key)) return key;
  }
  return null;
}

import type { Resolution } from '@moneytrail/calendar';
import type { GeneratedAlways } from 'kysely';

/** Notes of accounts on bars and drawings. */
export type JournalNotesTable = {
  id: GeneratedAlways<number>;
  user_id: string;
  /** Chosen by the creating client, so that a repeated request creates no second note. */
  create_key: string;
  symbol: string;
  resolution: Resolution;
  bar_ms: number;
  drawing: string | null;
  text: string;
  /** Incremented with every save. */
  revision: number;
  created_at_ms: number;
  changed_at_ms: number;
};

export type JournalTables = { journal_notes: JournalNotesTable };

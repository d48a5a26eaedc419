import type { GeneratedAlways } from 'kysely';

/** Saved screens of accounts; `definition` is JSON. */
export type ScreensTable = {
  id: GeneratedAlways<number>;
  user_id: string;
  /** Chosen by the creating client, so that a repeated request creates no second screen. */
  create_key: string;
  name: string;
  definition: string;
  /** Incremented with every save. */
  revision: number;
  changed_at_ms: number;
};

export type ScreenTables = { screens: ScreensTable };

import type { Generated, GeneratedAlways } from 'kysely';

/** Saved chart layouts; their content is in their versions. */
export type LayoutsTable = {
  id: GeneratedAlways<number>;
  user_id: string;
  /** Empty for our own page; otherwise the client and user of another charting client. */
  space: Generated<string>;
  /** The newest version's; incremented with every change. */
  revision: number;
  /** Chosen by the creating client, so that a repeated request creates no second layout. */
  create_key: string | null;
  created_at_ms: number;
};

/** Versions of layouts; the newest is the current content. */
export type LayoutVersionsTable = {
  layout_id: number;
  revision: number;
  name: string;
  symbol: string;
  resolution: string;
  /** Opaque: never parsed. */
  content: string;
  /** In UTF-8. */
  content_bytes: number;
  saved_at_ms: number;
  /** True if a step replaced it, such as going back to a version before it. */
  is_before_step: Generated<boolean>;
  /** True if the user saved it on purpose. */
  is_kept: Generated<boolean>;
};

/** The live link to a layout with its content; only the hash of the token is stored. */
export type LayoutSharesTable = {
  layout_id: number;
  token_hash: Buffer;
  created_at_ms: number;
  name: string;
  symbol: string;
  resolution: string;
  /** Opaque: never parsed. */
  content: string;
};

/** Templates of studies, whose tool is empty, and of drawing tools. */
export type ChartTemplatesTable = {
  user_id: string;
  /** Empty for our own page, like the space of a layout. */
  space: Generated<string>;
  tool: string;
  name: string;
  /** Opaque: never parsed. */
  content: string;
  /** In UTF-8. */
  content_bytes: number;
  saved_at_ms: number;
};

/** The keys that an account gave to commands of the chart. */
export type ChartKeysTable = {
  user_id: string;
  /** JSON: commands with their keys, sorted. */
  keys: string;
  /** Incremented with every change. */
  revision: number;
};

export type WorkspaceTables = {
  layouts: LayoutsTable;
  layout_versions: LayoutVersionsTable;
  layout_shares: LayoutSharesTable;
  chart_templates: ChartTemplatesTable;
  chart_keys: ChartKeysTable;
};

import type { ReactNode } from 'react';

/** A column of a table: its head, and what a row says in it. */
export type TableColumn<Row> = {
  id: string;
  head: string;
  /** In words: what is exported, and shown where there is no `cell`. */
  text: (row: Row) => string;
  cell?: (row: Row) => ReactNode;
  /** The least width; what is left of the table's is shared by these. */
  widthPx: number;
  isSortable?: boolean;
  /** Numbers stand at the right. */
  isNumber?: boolean;
  /** `title` names the row and is always shown; `action` is what can be done with it, without a head and never exported. */
  role?: 'title' | 'action';
  /** Whether the head of an `action` is shown. */
  isNamed?: boolean;
};

/** By which column a table is sorted, and which way. */
export type TableSort = { id: string; isDescending: boolean };

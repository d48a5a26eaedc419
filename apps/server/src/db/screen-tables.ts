import type { SnapshotResolution } from '@moneytrail/contract';
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

/** Studies that the screens of an account have asked for, and when they did last, to the hour. */
export type AskedStudiesTable = {
  user_id: string;
  study: string;
  resolution: SnapshotResolution;
  asked_at_ms: number;
};

/**
 * Figures of asked studies at the last closed bar of an instrument, by one version of the catalogue. `studies` has the ids,
 * separated by commas; `figures` has their outputs in that order as doubles, least significant byte first.
 */
export type StudyFiguresTable = {
  instrument_id: number;
  resolution: SnapshotResolution;
  is_simulated: boolean;
  technical_version: number;
  bar_time: number;
  close: number;
  studies: string;
  figures: Buffer;
};

export type ScreenTables = {
  screens: ScreensTable;
  asked_studies: AskedStudiesTable;
  study_figures: StudyFiguresTable;
};

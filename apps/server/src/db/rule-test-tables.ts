import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Tests of trading rules that accounts have asked for. */
export type RuleTestsTable = {
  id: GeneratedAlways<number>;
  user_id: string;
  /** JSON of rule, symbols and years, as the account reads them again. */
  asked: string;
  /** The tested instruments, in the order of the symbols. */
  instrument_ids: number[];
  /** Symbols that were left out, as the account may not see them. */
  locked: number;
  asked_at_ms: number;
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** Runs that have begun; a later one outdates those before. 0 again once the test has ended. */
  attempts: Generated<number>;
  /** Instruments that are done; 0 again once the test has ended. */
  done: Generated<number>;
  /** Why it failed, for its owner. */
  reason: Generated<string | null>;
  /** A hash of the question; equal tests over equal data have equal results. */
  asked_hash: string;
  /** A hash of the bars and all else that the result was computed from. */
  data_version: Generated<string | null>;
  /** JSON of the result, compressed with gzip. */
  result: ColumnType<Buffer | null, Buffer | undefined, Buffer>;
};

export type RuleTestTables = { rule_tests: RuleTestsTable };

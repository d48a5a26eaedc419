import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** What the database says of a row it refuses repeats the whole row: numbers and hashes have no place in a log. */
const ROWS_REPEATED = ['err.detail', 'err.where', 'err.internalQuery'];

/** The program's log, a line of JSON each, to standard output or to a sink. */
export function createLog(level: Config['logLevel'], sink?: DestinationStream): Logger {
  const options = { level, redact: { paths: ROWS_REPEATED, remove: true } };
  return sink ? pino(options, sink) : pino(options);
}

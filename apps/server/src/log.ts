import { type DestinationStream, type Logger, type LoggerOptions, multistream, pino } from 'pino';
import type { Config } from './config.ts';

/** What the database says of a row it refuses repeats the whole row: numbers and hashes have no place in a log. */
const ROWS_REPEATED = ['err.detail', 'err.where', 'err.internalQuery'];
/** From here on a line tells of a failure. */
const FAILURES = 'warn';

/**
 * The program's log, a line of JSON each, to standard output or to a sink. Lines that tell of failures go to `failures`
 * too, whatever the level of the log.
 */
export function createLog(
  level: Config['logLevel'],
  { sink, failures }: { sink?: DestinationStream | undefined; failures?: DestinationStream } = {},
): Logger {
  const streams = multistream([
    { level, stream: sink ?? pino.destination({ dest: 1, sync: true }) },
    ...(failures ? [{ level: FAILURES, stream: failures } as const] : []),
  ]);
  const { values } = pino.levels;
  const isQuieter = level === 'silent' || (values[level] ?? 0) > (values[FAILURES] ?? 0);
  const options: LoggerOptions = {
    level: isQuieter ? FAILURES : level,
    redact: { paths: ROWS_REPEATED, remove: true },
  };
  return pino(options, streams);
}

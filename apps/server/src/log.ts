import { type DestinationStream, type Logger, type LoggerOptions, multistream, pino } from 'pino';
import type { Config } from './config.ts';

/** PostgreSQL repeats a refused row in these fields: phone numbers and hashes must not be logged. */
const ROWS_REPEATED = ['err.detail', 'err.where', 'err.internalQuery'];
/** Lines from this level on are failures. */
const FAILURES = 'warn';

/** The part of the log that modules write to. */
export type Log = Record<'info' | 'warn' | 'error', (detail: object, message: string) => void>;

/**
 * The program's log as JSON lines, to standard output or to a sink. Failures also go to `failures`, whatever the log's
 * level.
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

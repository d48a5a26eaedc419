import type { Logger } from 'pino';

/** Sockets and streams whose other end went away: the connection is gone, nothing else is harmed. */
const CONNECTION_ENDED =
  /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ERR_STREAM_|ERR_HTTP_|ERR_HTTP2_|WS_ERR_|HPE_)/;
/** Longer the process does not try to end in an orderly way. */
const END_WITHIN_MS = 10_000;

export type ProcessGuard = {
  /** Failures that nobody handled since the start, by kind. */
  counts: Readonly<Record<'rejection' | 'connection' | 'exception', number>>;
  release: () => void;
};

const isConnectionEnd = (error: unknown) =>
  error instanceof Error && 'code' in error && CONNECTION_ENDED.test(String(error.code));

/**
 * The one place that decides about failures nobody handled; each is logged as an alarm and counted.
 *
 * - A rejected promise is one task that failed: its request or connection may be lost, the process lives.
 * - An exception of a connection that ended has done its harm already: the process lives.
 * - Any other exception cut a callback short, and nobody knows which state it left half changed. The process stops
 *   taking requests, finishes what is under way, closes the database and ends with 1; who runs it starts it again.
 */
export function guardProcess(deps: {
  log: Pick<Logger, 'error' | 'fatal'>;
  /** Ends everything in order. */
  stop: () => Promise<void>;
  process?: Pick<NodeJS.Process, 'on' | 'off' | 'exit'>;
}): ProcessGuard {
  const { log, stop, process: guarded = process } = deps;
  const counts = { rejection: 0, connection: 0, exception: 0 };
  let isEnding = false;

  const onRejection = (reason: unknown) => {
    counts.rejection += 1;
    log.error(
      { err: reason, alarm: 'unhandled-rejection' },
      'a promise failed and nobody handled it',
    );
  };
  const onException = (error: unknown) => {
    if (isConnectionEnd(error)) {
      counts.connection += 1;
      log.error(
        { err: error, alarm: 'unhandled-connection-error' },
        'a connection failed unhandled',
      );
      return;
    }
    counts.exception += 1;
    log.fatal(
      { err: error, alarm: 'uncaught-exception' },
      'nobody handled an exception; the process ends',
    );
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => guarded.exit(1), END_WITHIN_MS).unref();
    stop().then(
      () => guarded.exit(1),
      () => guarded.exit(1),
    );
  };
  guarded.on('unhandledRejection', onRejection);
  guarded.on('uncaughtException', onException);
  return {
    counts,
    release: () => {
      guarded.off('unhandledRejection', onRejection);
      guarded.off('uncaughtException', onException);
    },
  };
}

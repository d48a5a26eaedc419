import type { Logger } from 'pino';

/** Errors of sockets and streams whose other end disconnected: nothing else is affected. */
const CONNECTION_ENDED =
  /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ERR_STREAM_|ERR_HTTP_|ERR_HTTP2_|WS_ERR_|HPE_)/;
/** Time limit for an orderly stop. */
const END_WITHIN_MS = 10_000;

export type ProcessGuard = {
  /** Unhandled failures since the start, by kind. */
  counts: Readonly<Record<'rejection' | 'connection' | 'exception', number>>;
  release: () => void;
};

const isConnectionEnd = (error: unknown) =>
  error instanceof Error && 'code' in error && CONNECTION_ENDED.test(String(error.code));

/**
 * The only handler of unhandled failures; each is logged as an alarm and counted.
 *
 * - A rejected promise is one failed task: its request or connection may be lost, the process continues.
 * - An exception of an ended connection does no further harm: the process continues.
 * - Any other exception interrupted a callback and may have left inconsistent state. The process stops taking requests,
 *   finishes those in progress, closes the database and exits with 1; the supervisor restarts it.
 */
export function guardProcess(deps: {
  log: Pick<Logger, 'error' | 'fatal'>;
  /** Stops everything in an orderly way. */
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

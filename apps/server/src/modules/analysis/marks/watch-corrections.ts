import type { Logger } from 'pino';
import { BARS_WRITTEN, type BarsWritten, type TickBus } from '../../../bus/index.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import { createChangedSeries } from './changed-series.ts';
import { type NoteDeps, noteCorrections } from './note-corrections.ts';

export type WatchCorrectionsDeps = NoteDeps & {
  bus: TickBus;
  catalogue: Pick<Catalogue, 'byId'>;
  log: Pick<Logger, 'error'>;
};

/** Waited after a failure; twice as long after each further one, */
const FIRST_RETRY_MS = 1_000;
/** at most so long. */
const LONGEST_RETRY_MS = 5 * 60_000;

/**
 * Looks after published marks whenever stored bars are written, one stretch after the other. Nothing is forgotten:
 * what waits is joined by series, and what fails is tried again. Returns what ends it, after a last look at what waits.
 */
export function watchCorrections(deps: WatchCorrectionsDeps): () => Promise<void> {
  const changed = createChangedSeries();
  const failed = createChangedSeries();
  let isWorking = false;
  let working: Promise<void> = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;
  let retryMs = FIRST_RETRY_MS;

  async function look(written: BarsWritten): Promise<void> {
    try {
      const instrument = deps.catalogue.byId(written.instrumentId);
      if (instrument) await noteCorrections(deps, instrument, written);
    } catch (error) {
      deps.log.error({ err: error, ...written }, 'corrections were not noted');
      failed.add(written);
    }
  }

  async function work(): Promise<void> {
    isWorking = true;
    for (let written = changed.take(); written; written = changed.take()) await look(written);
    isWorking = false;
    if (failed.isEmpty()) retryMs = FIRST_RETRY_MS;
    else if (retry === undefined) {
      retry = setTimeout(tryAgain, retryMs);
      retry.unref();
      retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS);
    }
  }

  function start(): void {
    if (!isWorking && !changed.isEmpty()) working = work();
  }

  function tryAgain(): void {
    clearTimeout(retry);
    retry = undefined;
    for (let written = failed.take(); written; written = failed.take()) changed.add(written);
    start();
  }

  const leave = deps.bus.subscribe(BARS_WRITTEN, (written) => {
    changed.add(written);
    start();
  });
  return async () => {
    leave();
    tryAgain();
    await working;
    clearTimeout(retry);
  };
}

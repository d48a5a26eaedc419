import type { Logger } from 'pino';
import { BARS_WRITTEN, type BarsWritten, type TickBus } from '../../../bus/index.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import { type NoteDeps, noteCorrections } from './note-corrections.ts';

export type WatchCorrectionsDeps = NoteDeps & {
  bus: TickBus;
  catalogue: Pick<Catalogue, 'byId'>;
  log: Pick<Logger, 'error'>;
};

/** Written ranges that may wait; a history being filled in writes more than marks need. */
const MOST_WAITING = 1_000;

/** Looks after published marks whenever stored bars are written, one range after the other. Returns what ends it. */
export function watchCorrections(deps: WatchCorrectionsDeps): () => Promise<void> {
  const waiting: BarsWritten[] = [];
  let isWorking = false;
  let working: Promise<void> = Promise.resolve();

  async function look(written: BarsWritten): Promise<void> {
    try {
      const instrument = deps.catalogue.byId(written.instrumentId);
      if (instrument) await noteCorrections(deps, instrument, written);
    } catch (error) {
      deps.log.error({ err: error, ...written }, 'corrections were not noted');
    }
  }

  async function work(): Promise<void> {
    isWorking = true;
    for (let written = waiting.shift(); written; written = waiting.shift()) await look(written);
    isWorking = false;
  }

  const leave = deps.bus.subscribe(BARS_WRITTEN, (written) => {
    if (waiting.length >= MOST_WAITING) return;
    waiting.push(written);
    if (!isWorking) working = work();
  });
  return async () => {
    leave();
    waiting.length = 0;
    await working;
  };
}

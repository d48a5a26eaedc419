import type { ExchangeName } from '@moneytrail/contract';
import type { Logger } from 'pino';
import type { BarService } from '../../bars/index.ts';
import type { Catalogue, Instrument } from '../../catalogue/index.ts';
import { repeat } from '../repeat.ts';
import type { LiveTiming } from '../timing.ts';
import type { WatchedInstruments } from './watched-instruments.ts';

export type UpkeepDeps = {
  bars: Pick<BarService, 'upkeep'>;
  catalogue: Pick<Catalogue, 'enabled'>;
  watched: WatchedInstruments;
  log: Logger;
  timing: Pick<LiveTiming, 'upkeepMs'>;
  /** Whether to go on is pointless: the feed is offline, or no longer ours. */
  isPointless: () => boolean;
};

/** Those somebody looks at first. */
export function watchedFirst(
  instruments: readonly Instrument[],
  watched: WatchedInstruments,
): Instrument[] {
  const rank = ({ id }: Instrument) => (watched.has(id) ? 0 : 1);
  return instruments.toSorted((a, b) => rank(a) - rank(b));
}

/** Looks after the stored bars of a feed, round by round, while it is heard. Returns what ends it. */
export function startUpkeep(deps: UpkeepDeps, exchange: ExchangeName): () => Promise<void> {
  const { bars, catalogue, watched, log, timing, isPointless } = deps;
  const onError = (error: unknown) =>
    log.error({ err: error, exchange }, 'stored bars were not looked after');
  return repeat(
    timing.upkeepMs,
    async () => {
      if (isPointless()) return;
      const instruments = watchedFirst(catalogue.enabled(), watched);
      await bars.upkeep.hearWitnesses({ exchange, instruments, isPointless });
    },
    onError,
  );
}

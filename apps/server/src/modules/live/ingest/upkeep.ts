import type { ExchangeName } from '@moneytrail/contract';
import type { Logger } from 'pino';
import type { BarService } from '../../bars/index.ts';
import type { Catalogue, Instrument } from '../../catalogue/index.ts';
import { repeat } from '../repeat.ts';
import type { LiveTiming } from '../timing.ts';
import { isKeptUp } from './followed.ts';
import type { WatchedInstruments } from './watched-instruments.ts';

export type UpkeepDeps = {
  bars: Pick<BarService, 'upkeep'>;
  catalogue: Pick<Catalogue, 'enabled'>;
  watched: WatchedInstruments;
  clock: { now: () => number };
  random: () => number;
  log: Logger;
  timing: Pick<LiveTiming, 'upkeepMs' | 'gapsMs'>;
  /** The instruments whose bars are read as they end. */
  followed: () => ReadonlyMap<string, Instrument>;
  /** Whether to go on is pointless: the feed is offline, or no longer ours. */
  isPointless: () => boolean;
  /** Resolves when the newest bars that were missed have been read. */
  caughtUp: () => Promise<void>;
};

/** Looks after the stored bars of a feed, round by round, while it is heard. */
export type Upkeep = {
  /** The feed was away since a moment: missing bars are looked for at once. */
  feedIsBack: (sinceMs: number) => void;
  stop: () => Promise<void>;
};

/** Those somebody looks at first. */
export function watchedFirst(
  instruments: readonly Instrument[],
  watched: WatchedInstruments,
): Instrument[] {
  const rank = ({ id }: Instrument) => (watched.has(id) ? 0 : 1);
  return instruments.toSorted((a, b) => rank(a) - rank(b));
}

export function startUpkeep(deps: UpkeepDeps, exchange: ExchangeName): Upkeep {
  const { bars, catalogue, watched, clock, random, log, timing, isPointless } = deps;
  let awaySinceMs: number | null = null;
  let gapsDueMs = clock.now() + timing.gapsMs;

  async function repairGaps(instruments: readonly Instrument[]): Promise<void> {
    gapsDueMs = clock.now() + timing.gapsMs;
    const sinceMs = awaySinceMs;
    awaySinceMs = null;
    const followed = deps.followed();
    await bars.upkeep.repairGaps({
      exchange,
      instruments,
      isPointless,
      isKeptUp: ({ id, code }, resolution) =>
        followed.has(code) && isKeptUp(resolution, followed.size, watched.has(id)),
      awaySinceMs: sinceMs,
    });
  }

  async function lookAfter(): Promise<void> {
    if (isPointless()) return;
    await deps.caughtUp();
    const instruments = watchedFirst(catalogue.enabled(), watched);
    if (clock.now() >= gapsDueMs) await repairGaps(instruments);
    await bars.upkeep.hearWitnesses({ exchange, instruments, isPointless });
    await bars.upkeep.checkDays({ exchange, instruments, isPointless, random });
  }

  const stop = repeat(timing.upkeepMs, lookAfter, (error) =>
    log.error({ err: error, exchange }, 'stored bars were not looked after'),
  );
  return {
    feedIsBack(sinceMs) {
      awaySinceMs = Math.min(sinceMs, awaySinceMs ?? sinceMs);
      gapsDueMs = clock.now();
    },
    stop,
  };
}

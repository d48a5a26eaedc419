import type { ExchangeName } from '@moneytrail/contract';
import type { Logger } from 'pino';
import type { BarService } from '../../bars/index.ts';
import type { Catalogue, Instrument } from '../../catalogue/index.ts';
import { runPeriodically } from '../run-periodically.ts';
import type { LiveTiming } from '../timing.ts';
import {
  isReadOnClose,
  type SubscribedInstruments,
  subscribedFirst,
} from './subscribed-instruments.ts';

export type MaintenanceDeps = {
  bars: Pick<BarService, 'maintenance'>;
  catalogue: Pick<Catalogue, 'enabled'>;
  subscribed: SubscribedInstruments;
  clock: { now: () => number };
  random: () => number;
  log: Logger;
  timing: Pick<LiveTiming, 'maintenanceMs' | 'gapsMs'>;
  /** The instruments whose bars are read as they end. */
  followed: () => ReadonlyMap<string, Instrument>;
  /** Whether to go on is pointless: the feed is offline, or no longer ours. */
  isPointless: () => boolean;
  /** Resolves when the newest bars that were missed have been read. */
  caughtUp: () => Promise<void>;
};

/** Maintenance of the stored bars of a feed, round by round, while it is connected. */
export type Maintenance = {
  /** The feed was away since a moment: missing bars are looked for at once. */
  feedIsBack: (sinceMs: number) => void;
  stop: () => Promise<void>;
};

export function startMaintenance(deps: MaintenanceDeps, exchange: ExchangeName): Maintenance {
  const { bars, catalogue, subscribed, clock, random, log, timing, isPointless } = deps;
  let awaySinceMs: number | null = null;
  let gapsDueMs = clock.now() + timing.gapsMs;

  async function repairGaps(instruments: readonly Instrument[]): Promise<void> {
    gapsDueMs = clock.now() + timing.gapsMs;
    const sinceMs = awaySinceMs;
    awaySinceMs = null;
    const followed = deps.followed();
    await bars.maintenance.repairGaps({
      exchange,
      instruments,
      isPointless,
      isKeptUp: ({ id, code }, resolution) =>
        followed.has(code) && isReadOnClose(resolution, followed.size, subscribed.has(id)),
      awaySinceMs: sinceMs,
    });
  }

  async function maintain(): Promise<void> {
    if (isPointless()) return;
    await deps.caughtUp();
    const instruments = subscribedFirst(catalogue.enabled(), subscribed);
    if (clock.now() >= gapsDueMs) await repairGaps(instruments);
    await bars.maintenance.corroborateQuarantined({ exchange, instruments, isPointless });
    await bars.maintenance.compareNightly({ exchange, instruments, isPointless, random });
  }

  const stop = runPeriodically(timing.maintenanceMs, maintain, (error) =>
    log.error({ err: error, exchange }, 'stored bars were not maintained'),
  );
  return {
    feedIsBack(sinceMs) {
      awaySinceMs = Math.min(sinceMs, awaySinceMs ?? sinceMs);
      gapsDueMs = clock.now();
    },
    stop,
  };
}

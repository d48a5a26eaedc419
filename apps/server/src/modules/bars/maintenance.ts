import type { ExchangeName } from '@moneytrail/contract';
import type { CorroborationDeps } from './corroboration/corroborate-bar.ts';
import { corroborateQuarantined } from './corroboration/corroborate-quarantined.ts';
import { createGapWatch, type GapWatch } from './gaps/gap-watch.ts';
import { type GapRound, type MaintenanceRound, repairGaps } from './gaps/repair-gaps.ts';
import { compareNightly, type NightRound, type NightsDrawn } from './nightly/compare-nightly.ts';

/** Work on stored bars that nobody waits for, a bounded part at each call; doing it twice changes nothing. */
export type BarMaintenance = {
  /** Looks for a second source of quarantined bars. */
  corroborateQuarantined: (round: MaintenanceRound) => Promise<void>;
  /** Asks the feed for bars of the last days that should be there and are not. */
  repairGaps: (round: GapRound) => Promise<void>;
  /** Compares three days of every instrument with their vendor each night. */
  compareNightly: (round: NightRound) => Promise<void>;
};

export function createMaintenance(deps: CorroborationDeps): BarMaintenance {
  const watches = new Map<ExchangeName, GapWatch>();
  const nights: NightsDrawn = new Map();
  function watchOf(exchange: ExchangeName): GapWatch {
    const watch = watches.get(exchange) ?? createGapWatch(deps.clock);
    watches.set(exchange, watch);
    return watch;
  }
  return {
    corroborateQuarantined: (round) => corroborateQuarantined(deps, round),
    repairGaps: (round) => repairGaps(deps, watchOf(round.exchange), round),
    compareNightly: (round) => compareNightly(deps, nights, round),
  };
}

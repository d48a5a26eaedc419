import type { ExchangeName } from '@moneytrail/contract';
import { createGapWatch, type GapWatch } from '../gaps/gap-watch.ts';
import type { JudgeDeps } from '../witness/judge-held.ts';
import { checkDays, type NightRound, type NightsDrawn } from './check-days.ts';
import { hearWitnesses } from './hear-witnesses.ts';
import { type GapRound, type RepairDeps, repairGaps } from './repair-gaps.ts';
import type { UpkeepRound } from './upkeep-round.ts';

/** Work on stored bars that nobody waits for, a bounded part at each call; doing it twice changes nothing. */
export type BarUpkeep = {
  /** Looks for a second witness of bars that jump too far to be believed alone. */
  hearWitnesses: (round: UpkeepRound) => Promise<void>;
  /** Asks the feed for bars of the last days that should be there and are not. */
  repairGaps: (round: GapRound) => Promise<void>;
  /** Compares three days of every instrument with their vendor each night. */
  checkDays: (round: NightRound) => Promise<void>;
};

export function createUpkeep(deps: JudgeDeps & RepairDeps): BarUpkeep {
  const watches = new Map<ExchangeName, GapWatch>();
  const nights: NightsDrawn = new Map();
  function watchOf(exchange: ExchangeName): GapWatch {
    const watch = watches.get(exchange) ?? createGapWatch(deps.clock);
    watches.set(exchange, watch);
    return watch;
  }
  return {
    hearWitnesses: (round) => hearWitnesses(deps, round),
    repairGaps: (round) => repairGaps(deps, watchOf(round.exchange), round),
    checkDays: (round) => checkDays(deps, nights, round),
  };
}

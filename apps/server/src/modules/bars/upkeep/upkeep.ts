import type { JudgeDeps } from '../witness/judge-held.ts';
import { hearWitnesses } from './hear-witnesses.ts';
import type { UpkeepRound } from './upkeep-round.ts';

/** Work on stored bars that nobody waits for, a bounded part at each call; doing it twice changes nothing. */
export type BarUpkeep = {
  /** Looks for a second witness of bars that jump too far to be believed alone. */
  hearWitnesses: (round: UpkeepRound) => Promise<void>;
};

export function createUpkeep(deps: JudgeDeps): BarUpkeep {
  return {
    hearWitnesses: (round) => hearWitnesses(deps, round),
  };
}

import type { ScreenRow } from '@moneytrail/contract';
import { useEffect, useState } from 'react';
import { systemClock } from '../../../lib/clock.ts';
import { createValueStore } from '../../../lib/value-store.ts';
import { type Look, nextEndMs, nextLook } from './row-changes.ts';

/** The rows that have entered or left since the last looks, by symbol; cells read their own. */
export const rowChanges = createValueStore<Look['changes']>(new Map());

type Given = {
  /** Another one begins anew; null while the rows are those of the screen before. */
  asked: string | null;
  rows: readonly ScreenRow[];
  isWhole: boolean;
  isHeld: boolean;
};

type State = Given & { look: Look; endedMs: number | null };

/** The rows as they are shown: marked for a moment where they have entered or left, and steady while they are held. */
export function useSteadyRows(given: Given): readonly ScreenRow[] {
  const { asked, rows, isWhole, isHeld } = given;
  const [state, setState] = useState<State>({
    ...given,
    look: nextLook(null, rows, NOTHING),
    endedMs: null,
  });
  const [endedMs, setEndedMs] = useState<number | null>(null);
  let { look } = state;
  const isSame =
    state.asked === asked &&
    state.rows === rows &&
    state.isHeld === isHeld &&
    state.endedMs === endedMs;
  if (!isSame) {
    const before = asked === state.asked && asked !== null ? state.look : null;
    const step = { nowMs: systemClock.now(), isHeld, isWhole: isWhole && state.isWhole };
    look = nextLook(before, rows, step);
    setState({ asked, rows, isWhole, isHeld, look, endedMs });
  }
  useEffect(() => rowChanges.set(look.changes), [look]);
  useEffect(() => {
    const nowMs = systemClock.now();
    const endMs = nextEndMs(look, nowMs);
    if (endMs !== null) return systemClock.after(endMs - nowMs, () => setEndedMs(endMs));
  }, [look]);
  useEffect(() => () => rowChanges.set(new Map()), []);
  return look.rows;
}

const NOTHING = { nowMs: 0, isHeld: false, isWhole: false };

import {
  defaultInputs,
  findStudy,
  isTechnical,
  type ProfileWithArea,
  valueAt,
} from '@moneytrail/indicators';
import type { RangeProfile } from '../drawings/tools/tool.ts';
import { type ChartState, reachedBeginning } from '../state/chart-state.ts';
import { priceRange } from '../studies/profile/profile-values.ts';
import type { BarSpan } from '../studies/segments.ts';

/** The study whose rows and value area chosen ranges have too; its code is loaded by the page. */
const STUDY = 'volumeProfile';
/** Profiles are kept until their bars change; of too many, all are computed anew. */
const MOST_KEPT = 64;

const NOT_LOADED = 'Bars of the range are not loaded';
const NO_BARS = 'No bars in the range yet';
const NO_VOLUME = 'No volume in the range';

/** The volume by price of the bars from one index to another, both included. Computed once until one of the bars changes. */
export function createRangeProfiles(
  state: Pick<ChartState, 'open' | 'bars' | 'closed' | 'loading'>,
): (from: number, to: number) => RangeProfile {
  const { bars } = state;
  const kept = new Map<string, ProfileWithArea | null>();
  const compute = ({ start, end }: BarSpan): ProfileWithArea | null | undefined => {
    const study = findStudy(STUDY);
    if (!study || !isTechnical(study) || !study.profile) return undefined;
    const columns = bars.columns();
    const range = priceRange(columns, { start, end });
    const run = study.profile.start(defaultInputs(study), range);
    for (let index = start; index < end; index++) run.take(columns, index);
    return run.result();
  };
  /** The drawn bars of a range; a text where there are none, or not all of them. */
  const spanOf = (from: number, to: number): BarSpan | string => {
    const { length } = bars.columns();
    const isCutBehind = bars.isAway() && to >= length;
    const isCutBefore = from < 0 && !reachedBeginning(state.loading);
    if (isCutBehind || isCutBefore) return NOT_LOADED;
    const span = { start: Math.max(0, from), end: Math.min(to + 1, length) };
    return span.start < span.end ? span : NO_BARS;
  };
  const keyOf = ({ start, end }: BarSpan): string => {
    const { time, open, high, low, close, volume } = bars.columns();
    const newest = [open, high, low, close, volume].map((column) => valueAt(column, end - 1));
    const chart = state.open && `${state.open.symbol.ticker} ${state.open.resolution}`;
    return [chart, valueAt(time, start), end - start, state.closed.revision, ...newest].join(' ');
  };
  return (from, to) => {
    const span = spanOf(from, to);
    if (typeof span === 'string') return span;
    const key = keyOf(span);
    const known = kept.get(key);
    if (known !== undefined) return known ?? NO_VOLUME;
    const found = compute(span);
    if (found === undefined) return null;
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, found);
    return found ?? NO_VOLUME;
  };
}

import {
  type Columns,
  type InputValues,
  type ProfileRun,
  type ProfileWithArea,
  type StudyProfile,
  valueAt,
} from '@moneytrail/indicators';
import { type Extent, extend, NO_EXTENT } from '../../axis/value-extent.ts';
import { partitionPoint } from '../partition-point.ts';
import type { BarSpan } from '../segments.ts';
import type { StudiedMarket } from '../studied-market.ts';
import type { Outputs, StudyValues } from '../study-values.ts';
import type { TechnicalValues } from '../technical-values.ts';

export type ProfileValues = TechnicalValues & {
  /** The bars in view. */
  see: (columns: Columns, view: BarSpan) => void;
  /** The newest complete profile; null without volume. */
  profile: () => ProfileWithArea | null;
};

export function isProfileValues(values: StudyValues): values is ProfileValues {
  return 'see' in values;
}

/** The lowest and the highest price of some bars. */
export function priceRange({ low, high }: Columns, { start, end }: BarSpan): Extent {
  return [low, high].reduce<Extent>(
    (extent, prices) => extend(extent, prices, start, end),
    NO_EXTENT,
  );
}

/** Outputs of every profile. */
const AREA_PRICES = ['control', 'high', 'low'] as const;

type Run = { span: BarSpan; next: number; profile: ProfileRun };

type ProfileParts = {
  profile: StudyProfile;
  inputs: InputValues;
  market: Pick<StudiedMarket, 'periodStart'>;
  /** The values of the study at each bar; those of a profile of the view are undefined. */
  series: TechnicalValues;
  /** The profile of the same study before it was computed anew, which stays in sight until then. */
  former: ProfileWithArea | null;
};

/**
 * The profile of the bars in view or of a session, computed in parts. The former one stays until the next is complete; one that
 * has begun is completed even if the view has moved on, so that a moving view always has profiles.
 */
export function createProfileValues(
  columns: Columns,
  { profile: definition, inputs, market, series, former }: ProfileParts,
): ProfileValues {
  let view: BarSpan | null = null;
  let wanted: BarSpan | null = null;
  let isDue = false;
  let run: Run | null = null;
  let shown = former;
  let { length } = columns;
  const isOfView = definition.of === 'view';
  let outputs: Outputs = {};
  /** Every bar has the values of the view. */
  const fill = () => {
    const columns = AREA_PRICES.map((key) => {
      const former = outputs[key];
      const column = former?.length === length ? former : new Float64Array(length);
      return [key, column.fill(shown?.area[key] ?? Number.NaN)] as const;
    });
    outputs = Object.fromEntries(columns);
  };
  if (isOfView) fill();
  const want = (now: Columns, isChanged: boolean) => {
    const span = view && spanOf(now, view);
    const isSame = span?.start === wanted?.start && span?.end === wanted?.end;
    wanted = span;
    if (isChanged || !isSame) isDue = true;
  };
  const spanOf = (now: Columns, { start, end }: BarSpan): BarSpan | null => {
    const to = Math.min(end, now.length);
    if (isOfView) return start < to ? { start: Math.max(0, start), end: to } : null;
    const startMs = market.periodStart('session', valueAt(now.time, to - 1));
    const first = partitionPoint(to, (index) => valueAt(now.time, index) < startMs);
    // A session that began before the first bar is not whole.
    const isWhole = first > 0 || valueAt(now.time, 0) <= startMs;
    return to > 0 && isWhole ? { start: first, end: to } : null;
  };
  const publish = (next: ProfileWithArea | null) => {
    shown = next;
    if (isOfView) fill();
  };
  const begin = (now: Columns, span: BarSpan): Run => ({
    span,
    next: span.start,
    profile: definition.start(inputs, priceRange(now, span)),
  });
  return {
    outputs: () => (isOfView ? outputs : series.outputs()),
    profile: () => shown,
    computed: () => (isDue || run ? 0 : isOfView ? length : series.computed()),
    see(now, span) {
      view = span;
      want(now, false);
    },
    advance(now, most) {
      if (!isOfView && !series.advance(now, most)) return false;
      if (!run && isDue) {
        isDue = false;
        if (wanted) run = begin(now, wanted);
        else publish(null);
      }
      if (!run) return true;
      const end = Math.min(run.span.end, run.next + most);
      for (; run.next < end; run.next++) run.profile.take(now, run.next);
      if (end < run.span.end) return false;
      publish(run.profile.result());
      run = null;
      return !isDue;
    },
    follow(now, change) {
      length = now.length;
      if (!isOfView) series.follow(now, change);
      else if (change === 'appended') fill();
      // A view that ends before the last bar does not see the change.
      want(now, (wanted?.end ?? 0) >= now.length - 1);
    },
    prepend(now, count) {
      length = now.length;
      if (isOfView) fill();
      else series.prepend(now, count);
      run = null;
      if (view) view = { start: view.start + count, end: view.end + count };
      want(now, true);
    },
    cover() {},
  };
}

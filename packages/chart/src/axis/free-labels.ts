import type { TickedAxis, ValueTick } from './value-ticks.ts';
import { LEAST_TICKS, valuesOfStep } from './value-ticks.ts';

/** A stretch of an axis, px from the top. */
export type Stretch = { topPx: number; bottomPx: number };

/** Half the height of a label with its least margin. */
export const LABEL_HALF_PX = 7;
/** Free stretches longer than this get a label. */
const LONGEST_BARE_PX = 80;
/** Most halvings of the step in search of a round value inside a stretch. */
const FINER_TRIES = 6;

const lengthOf = ({ topPx, bottomPx }: Stretch) => bottomPx - topPx;

/** A label centred at `y` would touch one of these stretches. */
export function touches(y: number, taken: readonly Stretch[]): boolean {
  return taken.some(
    ({ topPx, bottomPx }) => y + LABEL_HALF_PX > topPx && y - LABEL_HALF_PX < bottomPx,
  );
}

/** Stretches without tags and labels that have room for a label. */
function freeStretches(heightPx: number, taken: readonly Stretch[]): Stretch[] {
  const free: Stretch[] = [];
  let topPx = 0;
  for (const one of [...taken].sort((a, b) => a.topPx - b.topPx)) {
    free.push({ topPx, bottomPx: Math.min(one.topPx, heightPx) });
    topPx = Math.max(topPx, one.bottomPx);
  }
  free.push({ topPx, bottomPx: heightPx });
  return free.filter((one) => lengthOf(one) >= 2 * LABEL_HALF_PX);
}

/** The roundest value that fits into a stretch, as near to its middle as possible; undefined without one. */
function roundestIn(axis: TickedAxis, stretch: Stretch): ValueTick | undefined {
  const middle = (stretch.topPx + stretch.bottomPx) / 2;
  const room = lengthOf(stretch) / 2 - LABEL_HALF_PX;
  const away = ({ y }: ValueTick) => Math.abs(y - middle);
  for (let tries = 0; tries <= FINER_TRIES; tries++) {
    const fitting = valuesOfStep(axis, 2 ** tries)
      .map((value) => ({ value, y: axis.toY(value) }))
      .filter((tick) => away(tick) <= room);
    const [nearest] = fitting.sort((a, b) => away(a) - away(b));
    if (nearest) return nearest;
  }
  return undefined;
}

/**
 * Extra labels of an axis where tags cover its round ones: one in every free stretch longer than 80 px, and at least two on
 * the whole axis where they fit. They have no grid lines, so that the grid stays while tags move.
 *
 * @param kept heights of the labels that no tag touches, px
 * @param tags stretches covered by tags
 */
export function freeLabels(
  axis: TickedAxis,
  kept: readonly number[],
  tags: readonly Stretch[],
): ValueTick[] {
  const labels: ValueTick[] = [];
  let bare: Stretch[] = [];
  const findBare = () => {
    const middles = [...kept, ...labels.map(({ y }) => y)];
    const taken = middles.map((y) => ({ topPx: y - LABEL_HALF_PX, bottomPx: y + LABEL_HALF_PX }));
    const free = freeStretches(axis.heightPx, [...tags, ...taken]);
    const isScale = middles.length >= LEAST_TICKS;
    bare = free.filter((one) => !isScale || lengthOf(one) > LONGEST_BARE_PX);
    bare.sort((a, b) => lengthOf(b) - lengthOf(a));
  };
  for (findBare(); bare.length > 0; findBare()) {
    const label = bare.map((stretch) => roundestIn(axis, stretch)).find((tick) => tick);
    if (!label) break;
    labels.push(label);
  }
  return labels;
}

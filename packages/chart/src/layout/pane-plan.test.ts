import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  foldedPx,
  inChosenOrder,
  LEAST_BESIDE_OPENED,
  LEAST_MAIN_SHARE,
  leastStudyPx,
  MIN_MAIN_HEIGHT_PX,
  type PlannedPane,
  planPanes,
  withDrag,
  withEqualHeights,
  withFold,
  withMove,
} from './pane-plan.ts';

const NAMES = Array.from({ length: 40 }, (_, index) => (index < 2 ? 'rsi' : `rsi-${index}`));
const some = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 40 });
const folds = fc.dictionary(fc.constantFrom(...NAMES), fc.boolean());
const shares = fc.dictionary(
  fc.constantFrom(...NAMES),
  fc.double({ min: 0.001, max: 1, noNaN: true }),
);
const plans = fc.record({
  roomPx: fc.integer({ min: 150, max: 2_000 }),
  panes: some,
  arrangement: fc.record({ panes: shares, paneFolds: folds }),
  textScale: fc.constantFrom(1, 1.25, 2),
  mayFold: fc.boolean(),
});

const heightOf = (planned: readonly { heightPx: number }[]) =>
  planned.reduce((sum, { heightPx }) => sum + heightPx, 0);
const usual = (panes: readonly string[], paneFolds = {}) => ({
  roomPx: 700,
  panes,
  arrangement: { panes: {}, paneFolds },
  textScale: 1,
  mayFold: true,
});

it('prices keep their least height, and every pane has whole pixels', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const planned = planPanes(plan);
      expect(planned.map(({ pane }) => pane)).toEqual(plan.panes);
      expect(heightOf(planned)).toBeLessThanOrEqual(plan.roomPx - MIN_MAIN_HEIGHT_PX);
      for (const { heightPx } of planned) {
        expect(Number.isInteger(heightPx) && heightPx >= 1).toBe(true);
      }
    }),
  );
});

it('prices keep 55 % of the height until a border is dragged, and 40 % beside a pane that is opened where none fits', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const { arrangement } = plan;
      const untouched = { ...plan, mayFold: true, arrangement: { ...arrangement, panes: {} } };
      const mainPx = plan.roomPx - heightOf(planPanes(untouched));
      const isOpened = plan.panes.some((pane) => arrangement.paneFolds[pane] === false);
      const share = isOpened ? LEAST_BESIDE_OPENED : LEAST_MAIN_SHARE;
      expect(mainPx).toBeGreaterThanOrEqual(Math.floor(share * plan.roomPx));
    }),
  );
});

it('a folded pane is a line; an open one has its least height or more', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const { roomPx, panes, textScale } = plan;
      const line = foldedPx(textScale);
      for (const { heightPx, isFolded } of planPanes({ ...plan, mayFold: true })) {
        if (!isFolded) expect(heightPx).toBeGreaterThanOrEqual(leastStudyPx(textScale));
        else if (panes.length * line <= 0.45 * roomPx - 1) expect(heightPx).toBe(line);
        else expect(heightPx).toBeLessThanOrEqual(line);
      }
      expect(planPanes({ ...plan, mayFold: false }).some(({ isFolded }) => isFolded)).toBe(false);
    }),
  );
});

it('the lowest panes fold where eight do not fit, and none where three do', () => {
  const eight = planPanes(usual(NAMES.slice(2, 10)));
  expect(eight.map(({ isFolded }) => isFolded)).toEqual([...Array(6).fill(false), true, true]);
  const three = planPanes({ ...usual(['tightness', 'longShort', 'macd']), roomPx: 1_000 });
  expect(three.map(({ heightPx }) => heightPx)).toEqual([130, 140, 130]);
});

it('a chosen height stays as it was dragged, and a later pane leaves the prices their chosen height', () => {
  const arrangement = { panes: { rsi: 0.5 }, paneFolds: {} };
  const plan = { ...usual(['rsi']), roomPx: 1_000, arrangement };
  expect(planPanes(plan).map(({ heightPx }) => heightPx)).toEqual([500]);
  const more = planPanes({ ...plan, panes: ['rsi', 'macd'] });
  expect(heightOf(more)).toBeLessThanOrEqual(500);
  expect(planPanes({ ...plan, arrangement: { panes: {}, paneFolds: {} } })[0]?.heightPx).toBe(240);
});

it('an opened pane is open and a folded one is a line, whatever was chosen before', () => {
  fc.assert(
    fc.property(plans, fc.nat(), fc.boolean(), (plan, nth, isFolded) => {
      const pane = plan.panes[nth % plan.panes.length] ?? '';
      // Lower charts have room for lines only.
      const roomy = { ...plan, roomPx: plan.roomPx + 600, mayFold: true };
      const open = { ...roomy, arrangement: { panes: {}, paneFolds: plan.arrangement.paneFolds } };
      const paneFolds = withFold(open, { pane, isFolded });
      const next = planPanes({ ...open, arrangement: { panes: {}, paneFolds } });
      expect(next.find((one) => one.pane === pane)?.isFolded).toBe(isFolded);
    }),
  );
});

it('opening a pane that does not fit folds those that were held open before', () => {
  const panes = NAMES.slice(2, 12);
  const held = Object.fromEntries(panes.slice(4).map((pane) => [pane, false]));
  const pane = panes[0] ?? '';
  const paneFolds = withFold(usual(panes, held), { pane, isFolded: false });
  expect(paneFolds).toEqual({ [pane]: false });
});

it('one of fifteen lines is opened, at the cost of the prices, and another one takes its place', () => {
  const panes = NAMES.slice(2, 17);
  const [first = '', second = ''] = panes;
  expect(planPanes(usual(panes)).every(({ isFolded }) => isFolded)).toBe(true);
  const one = withFold(usual(panes), { pane: first, isFolded: false });
  const open = planPanes(usual(panes, one)).filter(({ isFolded }) => !isFolded);
  expect(open).toEqual([{ pane: first, heightPx: 91, isFolded: false }]);
  expect(withFold(usual(panes, one), { pane: second, isFolded: false })).toEqual({
    [second]: false,
  });
});

type DraggedPlan = Parameters<typeof planPanes>[0];

/** Heights after the border above a pane was dragged, as the library sets them: none gets lower than its least height. */
function drag(plan: DraggedPlan, nth: number, byPx: number): PlannedPane[] {
  const planned = planPanes(plan);
  const below = nth % planned.length;
  const leastPx = (at: number) => {
    const { heightPx = 0, isFolded } = planned[at] ?? {};
    return isFolded ? heightPx : Math.min(heightPx, leastStudyPx(plan.textScale));
  };
  const mainPx = plan.roomPx - heightOf(planned);
  const abovePx = below === 0 ? mainPx : (planned[below - 1]?.heightPx ?? 0);
  const mostUp = abovePx - (below === 0 ? MIN_MAIN_HEIGHT_PX : leastPx(below - 1));
  const mostDown = (planned[below]?.heightPx ?? 0) - leastPx(below);
  const downPx = Math.max(-mostUp, Math.min(mostDown, byPx));
  const linePx = foldedPx(plan.textScale);
  return planned.map((one, at) => {
    const change = at === below ? -downPx : at === below - 1 ? downPx : 0;
    const heightPx = one.heightPx + change;
    const isFolded = one.isFolded && (change <= 0 || heightPx <= linePx);
    return { pane: one.pane, heightPx, isFolded };
  });
}

function written(plan: DraggedPlan, dragged: readonly PlannedPane[]): DraggedPlan {
  const heightOfPane = (name: string) => dragged.find(({ pane }) => pane === name)?.heightPx ?? 0;
  const arrangement = withDrag(plan.arrangement, planPanes(plan), {
    ...plan,
    heightOf: heightOfPane,
  });
  return { ...plan, arrangement };
}

it('dragged heights are the same when they are planned again, with any open and folded panes', () => {
  const drags = fc.array(fc.tuple(fc.nat(), fc.integer({ min: -600, max: 600 })), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(plans, drags, (start, steps) => {
      let plan: DraggedPlan = start;
      for (const [nth, byPx] of steps) {
        const before = planPanes(plan);
        const dragged = drag(plan, nth, byPx);
        // A pane between a line and its least height gets one of both when the border is released.
        const isBetween = dragged.some(
          ({ heightPx, isFolded }, at) =>
            before[at]?.isFolded &&
            heightPx !== before[at].heightPx &&
            (isFolded || heightPx < leastStudyPx(plan.textScale)),
        );
        if (isBetween) continue;
        plan = written(plan, dragged);
        const again = planPanes(plan);
        expect(again.map(({ isFolded }) => isFolded)).toEqual(
          dragged.map(({ isFolded }) => isFolded),
        );
        for (const [at, { heightPx }] of again.entries()) {
          expect(Math.abs(heightPx - (dragged[at]?.heightPx ?? 0))).toBeLessThanOrEqual(1);
        }
        const mainPx = plan.roomPx - heightOf(dragged);
        expect(Math.abs(plan.roomPx - heightOf(again) - mainPx)).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 2_000 },
  );
});

it('a dragged border stays within a pixel when the chart gets a pixel lower', () => {
  const folded = { longShort: true, liquiditySpread: true };
  for (const plan of [
    { ...usual(['tightness', 'longShort', 'liquiditySpread'], folded), roomPx: 760 },
    usual(NAMES.slice(2, 13)),
  ]) {
    const dragged = drag(plan, 0, -280);
    const lower = planPanes({ ...written(plan, dragged), roomPx: plan.roomPx - 1 });
    for (const [at, { heightPx, isFolded }] of lower.entries()) {
      expect(isFolded).toBe(dragged[at]?.isFolded);
      expect(Math.abs(heightPx - (dragged[at]?.heightPx ?? 0))).toBeLessThanOrEqual(1);
    }
  }
});

it('panes that were lines at a drag open in a higher chart, and in the place of one that is folded', () => {
  const plan = usual(NAMES.slice(2, 13));
  const isOpen = ({ isFolded }: PlannedPane) => !isFolded;
  expect(planPanes(plan).filter(isOpen)).toHaveLength(3);
  const after = written(plan, drag(plan, 0, -200));
  expect(planPanes(after).filter(isOpen)).toHaveLength(3);
  expect(planPanes({ ...after, roomPx: 1_400 }).filter(isOpen)).toHaveLength(11);
  const [first = ''] = plan.panes;
  const paneFolds = withFold(after, { pane: first, isFolded: true });
  const next = planPanes({ ...after, arrangement: { ...after.arrangement, paneFolds } });
  expect(next.filter(isOpen).map(({ pane }) => pane)).toEqual(plan.panes.slice(1, 4));
});

it('equal heights keep the height of the prices', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const open = { ...plan, mayFold: true, arrangement: { panes: {}, paneFolds: {} } };
      const before = planPanes(open);
      const arrangement = withEqualHeights(open.arrangement, before, plan.roomPx);
      const after = planPanes({ ...open, arrangement });
      expect(after.map(({ isFolded }) => isFolded)).toEqual(before.map(({ isFolded }) => isFolded));
      const heights = after.filter(({ isFolded }) => !isFolded).map(({ heightPx }) => heightPx);
      expect(new Set(heights).size).toBeLessThanOrEqual(1);
      expect(Math.abs(heightOf(after) - heightOf(before))).toBeLessThanOrEqual(plan.panes.length);
    }),
  );
});

it('moving panes keeps each of them once, and a move back restores the order', () => {
  const moves = fc.array(fc.tuple(fc.nat(), fc.integer({ min: -5, max: 5 })));
  fc.assert(
    fc.property(some, moves, (panes, steps) => {
      let order: readonly string[] = [];
      for (const [nth, by] of steps) {
        const shown = inChosenOrder(panes, order);
        const pane = shown[nth % shown.length] ?? '';
        const next = withMove(order, shown, { pane, by });
        const moved = inChosenOrder(panes, next);
        expect([...moved].sort()).toEqual([...panes].sort());
        if (next !== order) {
          expect(moved.indexOf(pane)).toBe(shown.indexOf(pane) + by);
          expect(inChosenOrder(panes, withMove(next, moved, { pane, by: -by }))).toEqual(shown);
        }
        order = next;
      }
    }),
  );
  // A pane that is not shown keeps its place.
  const order = ['a', 'hidden', 'b', 'c'];
  const moved = withMove(order, ['a', 'b', 'c'], { pane: 'a', by: 2 });
  expect(moved).toEqual(['b', 'hidden', 'c', 'a']);
});

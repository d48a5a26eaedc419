import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  equalShares,
  foldedPx,
  inChosenOrder,
  LEAST_BESIDE_OPENED,
  LEAST_MAIN_SHARE,
  leastStudyPx,
  MIN_MAIN_HEIGHT_PX,
  planPanes,
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

it('equal heights keep the height of the prices', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const open = { ...plan, mayFold: true, arrangement: { panes: {}, paneFolds: {} } };
      const before = planPanes(open);
      const panes = equalShares(before, plan.roomPx);
      const after = planPanes({ ...open, arrangement: { panes, paneFolds: {} } });
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

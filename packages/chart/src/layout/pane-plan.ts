import { type PaneKind, paneKind } from '../studies/study-places.ts';
import type { PaneArrangement } from './chart-layout.ts';

/** Share of a single study pane. */
const SHARE_ALONE = 0.24;
/** Least share of the prices until the user drags a border. */
export const LEAST_MAIN_SHARE = 0.55;
/** Least share of the prices beside a pane that the user opened where there is room for lines alone. */
export const LEAST_BESIDE_OPENED = 0.4;
export const MIN_MAIN_HEIGHT_PX = 60;
/** A legend's line, at the usual text size. */
const LINE_PX = 22;
/** Absorbs rounding of shares. */
const TINY = 1e-6;

const USUAL_SHARES: Readonly<Record<PaneKind, number>> = { longShort: 0.14 };
const USUAL_SHARE = 0.13;

function usualShare(pane: string): number {
  return USUAL_SHARES[paneKind(pane) ?? ''] ?? USUAL_SHARE;
}

/** Height of a folded pane, px. */
export function foldedPx(textScale: number): number {
  return Math.round(LINE_PX * textScale);
}

/** Least height of an open study pane, px. */
export function leastStudyPx(textScale: number): number {
  return 2 * foldedPx(textScale);
}

export type PlannedPane = { pane: string; heightPx: number; isFolded: boolean };

type Plan = {
  /** Height of all panes together, px. */
  roomPx: number;
  /** The shown study panes, top to bottom. */
  panes: readonly string[];
  arrangement: Pick<PaneArrangement, 'panes' | 'paneFolds'>;
  textScale: number;
  /** False keeps every pane open, as on a page without legends. */
  mayFold: boolean;
};

const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);

/** Room of all study panes while the prices have a share of the height. */
function besidePx(roomPx: number, mainShare: number): number {
  const mainPx = Math.max(MIN_MAIN_HEIGHT_PX, mainShare * roomPx);
  return Math.max(0, Math.floor(roomPx - mainPx + TINY));
}

/** A border was dragged while this pane was folded for want of room. */
function isMarked({ panes, paneFolds }: Plan['arrangement'], pane: string): boolean {
  return panes[pane] === 0 && paneFolds[pane] === undefined;
}

/** Room of all study panes: their usual one, or what the chosen heights take together with the lines. */
function studyRoomPx({ roomPx, panes, arrangement, mayFold }: Plan, linePx: number): number {
  const { panes: chosen, paneFolds } = arrangement;
  const shares = panes.map((pane) => {
    const isLine = (mayFold && paneFolds[pane] === true) || chosen[pane] === 0;
    return isLine ? linePx / roomPx : (chosen[pane] ?? 0);
  });
  const isChosen = panes.some((pane) => (chosen[pane] ?? 0) > 0);
  const mainShare = isChosen ? Math.min(LEAST_MAIN_SHARE, 1 - sum(shares)) : LEAST_MAIN_SHARE;
  return besidePx(roomPx, mainShare);
}

/**
 * The panes that are open: those held open first, then from top to bottom, as many as fit at their least height. The marked
 * ones follow, as many as fit beside the usual height of the prices: a drag that makes room opens none.
 */
function openPanes(plan: Plan, linePx: number, studiesPx: number): ReadonlySet<string> {
  const { roomPx, panes, arrangement, textScale, mayFold } = plan;
  if (!mayFold) return new Set(panes);
  const { paneFolds } = arrangement;
  const extraPx = leastStudyPx(textScale) - linePx;
  const mostIn = (px: number) => Math.max(0, Math.floor((px - panes.length * linePx) / extraPx));
  const held = panes.filter((pane) => paneFolds[pane] === false);
  const others = panes.filter((pane) => paneFolds[pane] === undefined);
  const marked = others.filter((pane) => isMarked(arrangement, pane));
  const unmarked = others.filter((pane) => !isMarked(arrangement, pane));
  const open = [...held, ...unmarked].slice(0, mostIn(studiesPx));
  const more = mostIn(besidePx(roomPx, LEAST_MAIN_SHARE)) - open.length;
  return new Set([...open, ...marked.slice(0, Math.max(0, more))]);
}

/** The room of all study panes, the height of a line, and the panes that are open. */
function sharedRoom(plan: Plan) {
  const { roomPx, panes, arrangement, textScale, mayFold } = plan;
  const mostLinePx = Math.floor(besidePx(roomPx, LEAST_MAIN_SHARE) / panes.length);
  const linePx = Math.max(1, Math.min(foldedPx(textScale), mostLinePx));
  const studiesPx = studyRoomPx(plan, linePx);
  const open = openPanes(plan, linePx, studiesPx);
  const opened = panes.find((pane) => arrangement.paneFolds[pane] === false);
  if (!mayFold || open.size > 0 || opened === undefined) return { studiesPx, linePx, open };
  // The lines take all: the prices make room for the one that the user opened.
  const linesPx = (panes.length - 1) * linePx;
  const leastPx = leastStudyPx(textScale);
  const wantedPx = linesPx + Math.max(leastPx, USUAL_SHARE * roomPx);
  const givenPx = Math.floor(Math.min(wantedPx, (1 - LEAST_BESIDE_OPENED) * roomPx));
  return givenPx - linesPx < leastPx
    ? { studiesPx, linePx, open }
    : { studiesPx: Math.max(studiesPx, givenPx), linePx, open: new Set([opened]) };
}

/**
 * Heights of the study panes, whole px. The prices keep their least share of the room; panes that do not fit beside it fold
 * to a line, the lowest first. A line is lower where the lines alone would take more than the studies' usual room.
 */
export function planPanes(plan: Plan): PlannedPane[] {
  const { roomPx, panes, arrangement, textScale, mayFold } = plan;
  if (panes.length === 0) return [];
  const { studiesPx, linePx, open } = sharedRoom(plan);
  const wantedLeastPx = leastStudyPx(textScale);
  // Where nothing folds, open panes may take of the prices what they need to be readable.
  const openPx = mayFold
    ? studiesPx - (panes.length - open.size) * linePx
    : Math.max(studiesPx, Math.min(roomPx - MIN_MAIN_HEIGHT_PX, open.size * wantedLeastPx));
  const leastPx = Math.max(1, Math.min(wantedLeastPx, Math.floor(openPx / Math.max(1, open.size))));
  const isAlone = open.size === 1;
  const wantedPx = (pane: string) => {
    const share = arrangement.panes[pane] || (isAlone ? SHARE_ALONE : usualShare(pane));
    return Math.max(leastPx, share * roomPx);
  };
  const over = sum([...open].map((pane) => wantedPx(pane) - leastPx));
  const free = Math.max(0, openPx - leastPx * open.size);
  const part = over > free ? free / over : 1;
  return panes.map((pane) => {
    if (!open.has(pane)) return { pane, heightPx: linePx, isFolded: true };
    const heightPx = Math.floor(leastPx + (wantedPx(pane) - leastPx) * part + TINY);
    return { pane, heightPx, isFolded: false };
  });
}

/** Folds of the panes after one was folded or opened. Opening a pane lets go of the others held open where it would not fit. */
export function withFold(
  plan: Plan,
  { pane, isFolded }: { pane: string; isFolded: boolean },
): PaneArrangement['paneFolds'] {
  const { paneFolds } = plan.arrangement;
  const folds = { ...paneFolds, [pane]: isFolded };
  if (isFolded) return folds;
  const planned = planPanes({ ...plan, arrangement: { ...plan.arrangement, paneFolds: folds } });
  const fits = planned.every((one) => folds[one.pane] !== false || !one.isFolded);
  if (fits) return folds;
  const folded = Object.entries(paneFolds).filter(([one, isOne]) => isOne && one !== pane);
  return { ...Object.fromEntries(folded), [pane]: false };
}

/**
 * Shares and folds that give the panes these heights again. A folded pane without a chosen height gets the share 0, and one
 * that is folded for want of room is no longer held open.
 */
function withHeights(
  { panes, paneFolds }: Plan['arrangement'],
  planned: readonly PlannedPane[],
  roomPx: number,
): Plan['arrangement'] {
  const shares = planned.map(({ pane, heightPx, isFolded }) => {
    const lineShare = paneFolds[pane] === true ? (panes[pane] ?? 0) : 0;
    return [pane, isFolded ? lineShare : heightPx / roomPx];
  });
  const folds = new Map(Object.entries(paneFolds));
  for (const { pane, isFolded } of planned) {
    if (isFolded && folds.get(pane) === false) folds.delete(pane);
  }
  return {
    panes: { ...panes, ...Object.fromEntries(shares) },
    paneFolds: Object.fromEntries(folds),
  };
}

/** Shares and folds after a border was dragged. A line that was dragged higher is an open pane, of its least height or more. */
export function withDrag(
  { panes, paneFolds }: Plan['arrangement'],
  planned: readonly PlannedPane[],
  now: { heightOf: (pane: string) => number; roomPx: number; textScale: number },
): Plan['arrangement'] {
  const folds = { ...paneFolds };
  const dragged = planned.map(({ pane, isFolded }) => {
    const heightPx = now.heightOf(pane);
    if (!isFolded || heightPx <= foldedPx(now.textScale)) return { pane, heightPx, isFolded };
    folds[pane] = false;
    return { pane, heightPx: Math.max(heightPx, leastStudyPx(now.textScale)), isFolded: false };
  });
  return withHeights({ panes, paneFolds: folds }, dragged, now.roomPx);
}

/** The open panes get equal heights, which together keep their height; the folded ones get the usual share. */
export function withEqualHeights(
  { paneFolds }: Plan['arrangement'],
  planned: readonly PlannedPane[],
  roomPx: number,
): Plan['arrangement'] {
  const open = planned.filter(({ isFolded }) => !isFolded);
  const heightPx = sum(open.map((one) => one.heightPx)) / open.length;
  const equal = planned.map((one) => (one.isFolded ? one : { ...one, heightPx }));
  return withHeights({ panes: {}, paneFolds }, equal, roomPx);
}

/** Panes in a chosen order; those that it leaves out follow in their given one. */
export function inChosenOrder(panes: readonly string[], order: readonly string[]): string[] {
  const chosen = order.filter((pane) => panes.includes(pane));
  return [...chosen, ...panes.filter((pane) => !order.includes(pane))];
}

/**
 * The order after a pane was moved up (below zero) or down by so many of the shown ones, which make room; the same beyond an
 * end. Panes that are not shown keep their places.
 */
export function withMove(
  order: readonly string[],
  shown: readonly string[],
  { pane, by }: { pane: string; by: number },
): readonly string[] {
  const to = shown.indexOf(pane) + by;
  if (!shown.includes(pane) || by === 0 || shown[to] === undefined) return order;
  const all = [...order, ...shown.filter((one) => !order.includes(one))];
  const moved = shown.filter((one) => one !== pane).toSpliced(to, 0, pane);
  return all.map((one) => (shown.includes(one) ? (moved.shift() ?? one) : one));
}

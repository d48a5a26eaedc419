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

/** Room of all study panes beside the least height of the prices: their usual one, or less where a border was dragged. */
function studyRoomPx({ roomPx, panes, arrangement }: Plan): number {
  const { panes: chosen, paneFolds } = arrangement;
  const open = panes.filter((pane) => paneFolds[pane] !== true);
  const mainShare = Math.min(LEAST_MAIN_SHARE, 1 - sum(open.map((pane) => chosen[pane] ?? 0)));
  const mainPx = Math.max(MIN_MAIN_HEIGHT_PX, mainShare * roomPx);
  return Math.max(0, Math.floor(roomPx - mainPx + TINY));
}

/** The panes that are open: those held open first, then from top to bottom, as many as fit at their least height. */
function openPanes(plan: Plan, linePx: number, studiesPx: number): ReadonlySet<string> {
  const { panes, arrangement, textScale, mayFold } = plan;
  if (!mayFold) return new Set(panes);
  const { paneFolds } = arrangement;
  const held = panes.filter((pane) => paneFolds[pane] === false);
  const others = panes.filter((pane) => paneFolds[pane] === undefined);
  const extraPx = leastStudyPx(textScale) - linePx;
  const most = Math.floor((studiesPx - panes.length * linePx) / extraPx);
  return new Set([...held, ...others].slice(0, Math.max(0, most)));
}

/** The room of all study panes, the height of a line, and the panes that are open. */
function sharedRoom(plan: Plan) {
  const { roomPx, panes, arrangement, textScale, mayFold } = plan;
  const studiesPx = studyRoomPx(plan);
  const linePx = Math.max(1, Math.min(foldedPx(textScale), Math.floor(studiesPx / panes.length)));
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
 * to a line, the lowest first. A line is lower where the lines alone would take more than the studies' room.
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
    const share = arrangement.panes[pane] ?? (isAlone ? SHARE_ALONE : usualShare(pane));
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

/** Equal shares for the open panes, which together keep their height; the folded ones get the usual share. */
export function equalShares(
  planned: readonly PlannedPane[],
  roomPx: number,
): Record<string, number> {
  const open = planned.filter(({ isFolded }) => !isFolded);
  const share = sum(open.map(({ heightPx }) => heightPx)) / open.length / roomPx;
  return Object.fromEntries(open.map(({ pane }) => [pane, share]));
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

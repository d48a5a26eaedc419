import type { GridLine } from '@moneytrail/chart';
import { gridLines, moveDivider } from '@moneytrail/chart/model';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useValue } from '../../../stores/use-value.ts';
import classes from './ChartCells.module.css';
import type { ChartCells } from './chart-cells.ts';

/** One press of an arrow key moves a divider by this share of the area. */
const STEP = 0.02;

/**
 * The lines between the charts of a grid, moved by dragging or by keys; a double click makes the charts on both sides
 * equally large. Escape gives a drag up.
 */
export function Dividers({ cells }: { cells: ChartCells }) {
  const { cells: all, isEnlarged } = useValue(cells.state);
  if (isEnlarged) return null;
  return gridLines(all.length).map((line) => (
    <Divider key={`${line.axis} ${line.index}`} cells={cells} line={line} />
  ));
}

/** The part of the whole before the column or row of an index. */
function partBefore(shares: readonly number[], index: number): number {
  return shares.slice(0, index).reduce((sum, share) => sum + share, 0);
}

const percent = (part: number) => `${part * 100}%`;

type Props = { cells: ChartCells; line: GridLine };

/** Lies between two neighbouring columns or rows. */
function Divider({ cells, line }: Props) {
  const { axis, index, from, to } = line;
  const { columns, rows } = useValue(cells.state);
  const dragged = useRef<{ fromPx: number; shares: readonly number[] } | null>(null);
  const isUpright = axis === 'columns';
  const [shares, across] = isUpright ? [columns, rows] : [rows, columns];
  const at = partBefore(shares, index + 1);
  const [start, end] = [percent(partBefore(across, from)), percent(1 - partBefore(across, to))];
  const placePx = ({ clientX, clientY }: PointerEvent) => (isUpright ? clientX : clientY);
  /** Each move is one undo step. */
  const finish = (before: readonly number[], after: readonly number[]) => {
    const set = (to: readonly number[]) => cells.setShares({ [axis]: to }, true);
    set(after);
    if (before.join() === after.join()) return;
    cells.parts.push({ undo: () => set(before), redo: () => set(after) });
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    dragged.current = { fromPx: placePx(event), shares };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const area = event.currentTarget.parentElement;
    if (!dragged.current || !area) return;
    const wholePx = isUpright ? area.clientWidth : area.clientHeight;
    const by = (placePx(event) - dragged.current.fromPx) / wholePx;
    cells.setShares({ [axis]: moveDivider(dragged.current.shares, index, by) }, false);
  };
  const onPointerUp = () => {
    if (dragged.current) finish(dragged.current.shares, shares);
    dragged.current = null;
  };
  const moveBy = (by: number) => finish(shares, moveDivider(shares, index, by));
  const giveUp = () => {
    if (dragged.current) cells.setShares({ [axis]: dragged.current.shares }, true);
    dragged.current = null;
  };
  const [less, more] = isUpright ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  const steps: Readonly<Record<string, number>> = { [less]: -STEP, [more]: STEP, Home: -1, End: 1 };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = steps[event.key];
    if (event.key === 'Escape' && dragged.current) giveUp();
    else if (by !== undefined) moveBy(by);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onDoubleClick = () => {
    const [before = 0, after = 0] = shares.slice(index);
    moveBy((after - before) / 2);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved has no element of its own.
    <div
      className={classes.divider}
      role="separator"
      aria-orientation={isUpright ? 'vertical' : 'horizontal'}
      aria-label={isUpright ? `Width of column ${index + 1}` : `Height of row ${index + 1}`}
      aria-valuenow={Math.round(at * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      tabIndex={0}
      style={
        isUpright
          ? { left: percent(at), top: start, bottom: end }
          : { top: percent(at), left: start, right: end }
      }
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onDoubleClick={onDoubleClick}
      onKeyDown={onKeyDown}
    />
  );
}

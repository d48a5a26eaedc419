import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

/** The place of a row under way, and the one that it would take. */
export type RowDrag = { from: number; to: number };

type Options = {
  scroller: HTMLElement | null;
  count: number;
  rowPx: number;
  /** Height of what stays in view above the rows inside the scroller. */
  headPx: number;
  onMove: (from: number, to: number) => void;
};

type PlaceOptions = {
  /** The place at a height of the window in px; null where there is none. */
  placeAt: (y: number) => number | null;
  /** Scrolls near its edges; null without one. */
  scroller: HTMLElement | null;
  onMove: (from: number, to: number) => void;
};

/** A press that moves less is a click. */
const START_PX = 4;
/** Beyond this distance from an edge of the scroller, the rows scroll by so much a frame. */
const EDGE_PX = 24;
const SCROLL_PX = 6;

/** Moves rows of equal height by dragging, as `usePlaceDrag` does. */
export function useRowDrag({ scroller, count, rowPx, headPx, onMove }: Options) {
  const placeAt = (y: number) => {
    if (!scroller) return null;
    const top = scroller.getBoundingClientRect().top + headPx - scroller.scrollTop;
    return Math.min(Math.max(Math.floor((y - top) / rowPx), 0), count - 1);
  };
  return usePlaceDrag({ placeAt, scroller, onMove });
}

/**
 * Moves parts that stand below one another by dragging: a mouse takes a part anywhere, a finger or a pen by its
 * `data-handle`, so that other touches scroll. `Escape` takes it back. `takeDrag` reports once whether the last press was a
 * drag, so that its click can be ignored.
 */
export function usePlaceDrag({ placeAt, scroller, onMove }: PlaceOptions) {
  const [pressed, setPressed] = useState<{ from: number; y: number } | null>(null);
  const [drag, setDrag] = useState<RowDrag | null>(null);
  const hasDragged = useRef(false);
  const dragTo = useEffectEvent((from: number, y: number) => {
    const to = placeAt(y);
    if (to === null) return;
    hasDragged.current = true;
    setDrag((before) => (before?.to === to ? before : { from, to }));
  });
  const end = useEffectEvent((isDropped: boolean) => {
    if (isDropped && drag && drag.from !== drag.to) onMove(drag.from, drag.to);
    setPressed(null);
    setDrag(null);
  });
  useEffect(() => {
    if (!pressed) return;
    const over = new AbortController();
    const { from } = pressed;
    let { y } = pressed;
    let isDragging = false;
    let frame = 0;
    const scrollAtEdge = () => {
      if (!scroller) return;
      const { top, bottom } = scroller.getBoundingClientRect();
      const by = Number(y > bottom - EDGE_PX) - Number(y < top + EDGE_PX);
      scroller.scrollTop += by * SCROLL_PX;
      if (by !== 0) dragTo(from, y);
      frame = requestAnimationFrame(scrollAtEdge);
    };
    const listen = <Name extends 'pointermove' | 'pointerup' | 'pointercancel' | 'keydown'>(
      name: Name,
      run: (event: WindowEventMap[Name]) => void,
    ) => window.addEventListener(name, run, { signal: over.signal, capture: true });
    listen('pointermove', (event) => {
      if (!isDragging && Math.abs(event.clientY - pressed.y) < START_PX) return;
      if (!isDragging) frame = requestAnimationFrame(scrollAtEdge);
      isDragging = true;
      y = event.clientY;
      dragTo(from, y);
    });
    listen('pointerup', () => end(true));
    listen('pointercancel', () => end(false));
    listen('keydown', (event) => {
      if (event.key !== 'Escape' || !isDragging) return;
      event.preventDefault();
      event.stopPropagation();
      end(false);
    });
    return () => {
      over.abort();
      cancelAnimationFrame(frame);
    };
  }, [pressed, scroller]);
  return {
    drag,
    press: (from: number, { button, clientY, pointerType, target }: PointerEvent) => {
      const isHandle = target instanceof Element && target.closest('[data-handle]') !== null;
      hasDragged.current = false;
      if (button === 0 && (pointerType === 'mouse' || isHandle)) setPressed({ from, y: clientY });
    },
    takeDrag: () => {
      const wasDrag = hasDragged.current;
      hasDragged.current = false;
      return wasDrag;
    },
  };
}

/** The edge of a row at which the dragged one would stand; undefined for all rows but one. */
export function dropEdge(drag: RowDrag | null, index: number): 'before' | 'after' | undefined {
  if (!drag || drag.to !== index || drag.from === drag.to) return undefined;
  return drag.to < drag.from ? 'before' : 'after';
}

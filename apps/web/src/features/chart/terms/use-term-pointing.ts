import { useEffect } from 'react';
import type { ChartController } from '../controller/chart-controller.ts';
import { type AskedTerm, askedTerm, closeTerm, type FoundTerm, termUnder } from './asked-term.ts';

/** A pointer that rests on one term for this long asks for it; one that passes by never opens a card. */
const REST_MS = 500;
/** The way from a term to its card, where the link is. */
const LEAVE_MS = 250;
/** A longer press on the canvas belongs to the crosshair. */
const TAP_MS = 240;
const MOVED_PX = 8;

const CONTROLS = 'a[href], button, input, select, textarea, [role="menuitem"]';

/** Presses place points, which no card may cover. */
function isPlacing({ drawing, measure }: Pick<ChartController, 'drawing' | 'measure'>): boolean {
  const phase = measure.get();
  return drawing.get().tool !== null || phase === 'armed' || phase === 'drawing';
}

function isOnCard(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-term-card]') !== null;
}

function isCardSeen(): boolean {
  return document.querySelector('[data-term-card]') !== null;
}

function isOnControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(CONTROLS) !== null;
}

type Chart = Pick<ChartController, 'engine' | 'drawing' | 'measure'>;
type Press = { x: number; y: number; atMs: number; found: FoundTerm };

/**
 * Asks for the term that the pointer rests on, that a finger taps, or whose button is pressed. Presses on other controls
 * are their own. Returns its end.
 */
export function followTerms(chart: Chart): () => void {
  const over = new AbortController();
  const options = { capture: true, passive: true, signal: over.signal };
  /** Key of the term that the pointer waits on; one that was pressed or dismissed waits for nothing. */
  let under = '';
  let rest: ReturnType<typeof setTimeout> | undefined;
  let leave: ReturnType<typeof setTimeout> | undefined;
  let press: Press | null = null;
  /** Key of the term whose card the last press closed: the same press does not open it again. */
  let dismissed = '';

  const stay = () => {
    clearTimeout(leave);
    leave = undefined;
  };
  const ask = (asked: AskedTerm) => {
    stay();
    askedTerm.set(asked);
  };
  const close = () => {
    stay();
    if (askedTerm.get()) closeTerm();
  };
  const onMove = (event: PointerEvent) => {
    const { pointerType, buttons, target } = event;
    if (pointerType === 'touch') return;
    const shown = askedTerm.get();
    if (isOnCard(target)) {
      clearTimeout(rest);
      return stay();
    }
    const isBusy = buttons !== 0 || isPlacing(chart);
    const found = isBusy ? null : termUnder(chart.engine, event);
    const key = found?.key ?? '';
    if (shown && shown.key === key) return stay();
    if (shown && !shown.isPressed) leave ??= setTimeout(close, LEAVE_MS);
    if (key === under) return;
    clearTimeout(rest);
    under = key;
    if (found && !shown?.isPressed) {
      rest = setTimeout(() => ask({ ...found, isPressed: false, opener: null }), REST_MS);
    }
  };
  const onLeave = () => {
    clearTimeout(rest);
    under = '';
    const shown = askedTerm.get();
    if (shown && !shown.isPressed) leave ??= setTimeout(close, LEAVE_MS);
  };
  const pressed = (found: FoundTerm, opener: HTMLElement | null = null) => {
    if (found.key !== dismissed) ask({ ...found, isPressed: true, opener });
  };
  const onDown = (event: PointerEvent) => {
    press = null;
    if (isOnCard(event.target)) return;
    clearTimeout(rest);
    const shown = askedTerm.get();
    // A press can dismiss only a card that is seen: the code of the first may still be loading.
    dismissed = shown?.isPressed && isCardSeen() ? shown.key : '';
    const isOpening = !isPlacing(chart) && !isOnControl(event.target) && event.button === 0;
    const found = isOpening ? termUnder(chart.engine, event) : null;
    // A mouse drags the scale of tags, and its double click resets that.
    const isTaken = found && (!found.isOnCanvas || found.marks || event.pointerType === 'touch');
    // The card that rests on a pressed mark stays as it is until the press has ended.
    if (!isTaken || shown?.isPressed || shown?.key !== found.key) close();
    if (!isTaken) return;
    press = { x: event.clientX, y: event.clientY, atMs: event.timeStamp, found };
  };
  const onUp = (event: PointerEvent) => {
    const began = press;
    press = null;
    if (!began) return;
    if (Math.hypot(event.clientX - began.x, event.clientY - began.y) >= MOVED_PX) return;
    if (began.found.isOnCanvas && event.timeStamp - began.atMs > TAP_MS) return;
    pressed(began.found);
  };
  const onClick = (event: MouseEvent) => {
    const { target } = event;
    const button = target instanceof Element && target.closest<HTMLElement>('button[data-term]');
    const found = button && termUnder(chart.engine, event);
    if (found) pressed(found, button);
    dismissed = '';
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !askedTerm.get()) return;
    close();
    // Not also the panel behind the card.
    event.stopPropagation();
    event.preventDefault();
  };
  const onScroll = ({ target }: Event) => {
    if (isOnCard(target)) return;
    clearTimeout(rest);
    under = '';
    close();
  };
  document.addEventListener('pointermove', onMove, options);
  document.addEventListener('pointerdown', onDown, options);
  document.addEventListener('pointerup', onUp, options);
  document.addEventListener('click', onClick, options);
  document.documentElement.addEventListener('pointerleave', onLeave, { signal: over.signal });
  document.addEventListener('wheel', onScroll, options);
  document.addEventListener('scroll', onScroll, options);
  window.addEventListener('keydown', onKey, { capture: true, signal: over.signal });
  return () => {
    clearTimeout(rest);
    close();
    over.abort();
  };
}

/** Explains the terms of the chart to a pointer while the chart is on the page. */
export function useTermPointing(controller: ChartController): void {
  useEffect(() => followTerms(controller), [controller]);
}

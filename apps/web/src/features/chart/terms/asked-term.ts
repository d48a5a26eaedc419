import type { ChartEngine, PointedMarks } from '@moneytrail/chart';
import { createValueStore } from '../../../lib/value-store.ts';

/** The place of a term in the window, px. */
export type TermBox = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

/** A term to explain, asked for by a pointer or a key. */
export type AskedTerm = {
  /** Equal for the same thing at another time or place. */
  key: string;
  /** Names of terms, without repetition. */
  names: readonly string[];
  box: TermBox;
  /** The side on which the card leaves the most in sight. */
  side: 'left' | 'bottom-start';
  isOnCanvas: boolean;
  /** Their own card explains them. */
  marks: PointedMarks | null;
  /** Stays until it is dismissed, and takes the focus; one that was pointed at goes with the pointer. */
  isPressed: boolean;
  /** The control that takes the focus back. */
  opener: HTMLElement | null;
};

/** The term explained now; null for none. */
export const askedTerm = createValueStore<AskedTerm | null>(null);

/** Closes the card; the control that opened it has the focus again, if the card had it. */
export function closeTerm(): void {
  const asked = askedTerm.get();
  const hadFocus = document.activeElement?.closest('[data-term-card]') != null;
  askedTerm.set(null);
  if (hadFocus) asked?.opener?.focus({ preventScroll: true });
}

export type FoundTerm = Omit<AskedTerm, 'isPressed' | 'opener'>;
type Pointed = Pick<ChartEngine, 'tagAt' | 'marksAt'>;

/** The term of a tag or a mark on the canvas, at a place of the window; null elsewhere. */
function termOnCanvas(
  engine: Pointed,
  canvas: Element,
  { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>,
): FoundTerm | null {
  const { left, top } = canvas.getBoundingClientRect();
  const [x, y] = [clientX - left, clientY - top];
  const tag = engine.tagAt(x, y);
  if (tag) {
    const names = tag.lines.map(({ study, output }) => `${study}.${output}`);
    const { leftPx, rightPx, topPx, bottomPx } = tag;
    const [width, height] = [rightPx - leftPx, bottomPx - topPx];
    const box = { left: left + leftPx, top: top + topPx, width, height };
    return { key: names.join(), names, box, side: 'left', isOnCanvas: true, marks: null };
  }
  const marks = engine.marksAt(x, y);
  const [first] = marks?.marks ?? [];
  if (!marks || !first) return null;
  const names = [first.strong ? 'strongMark' : 'mark'];
  const box = { left: clientX, top: clientY, width: 0, height: 0 };
  return { key: first.id, names, box, side: 'left', isOnCanvas: true, marks };
}

/** The term of an element with `data-term`; null without one. */
function termOfElement(element: HTMLElement): FoundTerm | null {
  const name = element.dataset.term;
  if (!name) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  return {
    key: `${name} ${Math.round(top)}`,
    names: [name],
    box: { left, top, width, height },
    side: element.closest('aside') ? 'left' : 'bottom-start',
    isOnCanvas: false,
    marks: null,
  };
}

/** Explains the term of an element until it is dismissed. */
export function askTerm(element: HTMLElement, opener: HTMLElement | null): void {
  const found = termOfElement(element);
  if (found) askedTerm.set({ ...found, isPressed: true, opener });
}

/** The term under a pointer: of an element with `data-term`, or of the canvas; null without one. */
export function termUnder(
  engine: Pointed,
  event: Pick<MouseEvent, 'target' | 'clientX' | 'clientY'>,
): FoundTerm | null {
  const { target } = event;
  if (!(target instanceof Element)) return null;
  const element = target.closest<HTMLElement>('[data-term]');
  if (element) return termOfElement(element);
  const canvas = target.closest('#chart');
  return canvas && termOnCanvas(engine, canvas, event);
}

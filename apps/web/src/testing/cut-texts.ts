/**
 * Finds texts and controls that a window does not show whole. Journeys evaluate this file in their pages as it stands, so it
 * imports nothing.
 */

type Box = { left: number; right: number; top: number; bottom: number };

/** Rounding, and letters that reach out of their box. */
const TOLERANCE_PX = 2;
/** Letters have no ink in this share of their height, which line heights may cut off. */
const BLANK_SHARE = 0.3;

const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
const isPlaced = ({ position, transform }: CSSStyleDeclaration) =>
  position !== 'static' || transform !== 'none';

function isHidden(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return true;
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at.ariaHidden === 'true' || getComputedStyle(at).clipPath !== 'none') return true;
  }
  return false;
}

/** The element and the ancestors that clip or scroll it: those beyond a placed element's frame do not. */
function framesOf(element: Element): Element[] {
  const frames: Element[] = [];
  let { position } = getComputedStyle(element);
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (at !== element) {
      if (position === 'fixed' && style.transform === 'none') continue;
      if (position === 'absolute' && !isPlaced(style)) continue;
      if (isPlaced(style)) position = style.position;
    }
    frames.push(at);
  }
  return frames;
}

function isFixed(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (getComputedStyle(at).position === 'fixed') return true;
  }
  return false;
}

function intersection(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

/** The part of a box that can be seen now, and whether scrolling cannot show the rest. */
function reachOf(element: Element, whole: Box): { seen: Box; isCut: boolean } {
  const loosePx = Math.max(
    TOLERANCE_PX,
    BLANK_SHARE * Number.parseFloat(getComputedStyle(element).fontSize),
  );
  /** Grows to a scroller's own box, which can show any part of its content. */
  let reach: Box = whole;
  let seen: Box = whole;
  let isCut = false;
  const limit = (area: Box, x: boolean, y: boolean) => {
    const isOutX =
      x && (reach.left < area.left - TOLERANCE_PX || reach.right > area.right + TOLERANCE_PX);
    const isOutY = y && (reach.top < area.top - loosePx || reach.bottom > area.bottom + loosePx);
    isCut ||= isOutX || isOutY;
    seen = intersection(seen, {
      left: x ? area.left : Number.NEGATIVE_INFINITY,
      right: x ? area.right : Number.POSITIVE_INFINITY,
      top: y ? area.top : Number.NEGATIVE_INFINITY,
      bottom: y ? area.bottom : Number.POSITIVE_INFINITY,
    });
  };
  for (const frame of framesOf(element)) {
    const { overflowX, overflowY } = getComputedStyle(frame);
    const area = frame.getBoundingClientRect();
    limit(area, clips(overflowX), clips(overflowY));
    if (scrolls(overflowX)) reach = { ...reach, left: area.left, right: area.right };
    if (scrolls(overflowY)) reach = { ...reach, top: area.top, bottom: area.bottom };
    if (scrolls(overflowX) || scrolls(overflowY)) seen = intersection(seen, area);
  }
  const { clientWidth, clientHeight, scrollHeight } = document.documentElement;
  const page = { left: 0, right: clientWidth, top: 0, bottom: clientHeight };
  limit(page, true, isFixed(element) || scrollHeight <= clientHeight + 1);
  return { seen, isCut };
}

function isShortened(element: Element): boolean {
  return [element, element.parentElement].some(
    (at) =>
      at !== null &&
      getComputedStyle(at).textOverflow === 'ellipsis' &&
      at.scrollWidth > at.clientWidth + 1,
  );
}

const OVER_OTHERS = '[role="dialog"], [role="listbox"], [role="menu"], [role="tooltip"]';

/** Texts of one layer belong beside each other; dialogs, bars and menus lie over others. */
function layerOf(element: Element): Element | null {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { position } = getComputedStyle(at);
    if (position === 'fixed' || position === 'sticky' || at.matches(OVER_OTHERS)) return at;
  }
  return null;
}

type SeenText = { element: Element; text: string; lines: Box[]; seen: Box; isCut: boolean };

function visibleTexts(): SeenText[] {
  const texts: SeenText[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim().replaceAll(/\s+/g, ' ').slice(0, 60);
    const element = node.parentElement;
    if (!text || !element || isHidden(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const whole = range.getBoundingClientRect();
    // Links to skip the navigation wait beyond the edge until they have the focus.
    if (whole.width === 0 || whole.bottom <= 0) continue;
    const lines = [...range.getClientRects()];
    texts.push({ element, text, lines, ...reachOf(element, whole) });
  }
  return texts;
}

function overlaps(a: SeenText, b: SeenText): boolean {
  if (a.element.contains(b.element) || b.element.contains(a.element)) return false;
  const isOver = (one: Box, other: Box) => {
    const { left, right, top, bottom } = intersection(
      intersection(one, a.seen),
      intersection(other, b.seen),
    );
    const lowerPx = Math.min(one.bottom - one.top, other.bottom - other.top);
    return right - left > 2 * TOLERANCE_PX && bottom - top > BLANK_SHARE * lowerPx;
  };
  const isAnyOver = a.lines.some((one) => b.lines.some((other) => isOver(one, other)));
  return isAnyOver && layerOf(a.element) === layerOf(b.element);
}

function overlapping(texts: readonly SeenText[]): string[] {
  const isSeen = ({ seen }: SeenText) => seen.right > seen.left && seen.bottom > seen.top;
  const shown = texts.filter(isSeen).toSorted((a, b) => a.seen.top - b.seen.top);
  return shown.flatMap((a, i) => {
    const found: string[] = [];
    for (const b of shown.slice(i + 1)) {
      if (b.seen.top >= a.seen.bottom) break;
      if (overlaps(a, b)) found.push(`over each other: ${a.text} | ${b.text}`);
    }
    return found;
  });
}

function cutControls(): string[] {
  const controls = [...document.querySelectorAll('a, button, input, select, summary, textarea')];
  return controls.flatMap((control) => {
    const whole = control.getBoundingClientRect();
    if (
      whole.height === 0 ||
      whole.bottom <= 0 ||
      isHidden(control) ||
      !reachOf(control, whole).isCut
    )
      return [];
    return `control cut off: ${control.ariaLabel ?? control.textContent ?? control.id}`;
  });
}

/** A table or a row of choices may be wider than its place, and scrolls within it; other content wraps. */
function wideScrollers(): string[] {
  return [...document.querySelectorAll('body *')].flatMap((element) => {
    if (element.scrollWidth <= element.clientWidth + TOLERANCE_PX || isHidden(element)) return [];
    if (!scrolls(getComputedStyle(element).overflowX)) return [];
    if (element.matches('input, textarea, select, fieldset')) return [];
    return element.querySelector('table, pre')
      ? []
      : `sideways: ${element.textContent?.slice(0, 40)}`;
  });
}

/** One line for everything that is cut off, shortened to an ellipsis, out of reach or laid over something else. */
export function findCutTexts(): string[] {
  const texts = visibleTexts();
  const { scrollWidth, clientWidth } = document.documentElement;
  const lines = [
    ...texts.filter(({ isCut }) => isCut).map(({ text }) => `cut off: ${text}`),
    ...texts.filter(({ element }) => isShortened(element)).map(({ text }) => `shortened: ${text}`),
    ...overlapping(texts),
    ...cutControls(),
    ...wideScrollers(),
    ...(scrollWidth > clientWidth ? [`page wider by ${scrollWidth - clientWidth} px`] : []),
  ];
  return [...new Set(lines)];
}

import type { PageKind } from './page-at.ts';

/** Scripts and style sheets of a page, beside those that the document names. */
export type PageCode = {
  /** The code of the first picture; only the chart draws one before the application runs. */
  first: readonly string[];
  rest: readonly string[];
};

export type CodeOfPages = Record<PageKind, PageCode>;

/** A document that begins later than this, after its address was opened, came over a slow connection. */
export const SLOW_MS = 1_000;

/** A file to be requested at once. */
export type Preload = { file: string; isUrgent: boolean };

/**
 * The files to request beside the document. Over a fast connection, code of the application that arrives before the
 * first chart is drawn would only delay it.
 */
export function preloadsOf(
  { first, rest }: PageCode,
  { isFirstDrawn, isSlowConnection }: { isFirstDrawn: boolean; isSlowConnection: boolean },
): Preload[] {
  const hasFirst = isFirstDrawn && first.length > 0;
  const urgent = hasFirst ? first : rest;
  const later = hasFirst && isSlowConnection ? rest.filter((file) => !first.includes(file)) : [];
  return [
    ...urgent.map((file) => ({ file, isUrgent: true })),
    ...later.map((file) => ({ file, isUrgent: false })),
  ];
}

/** The mark: a rising trail and its destination, on a square of 32. */
export const LOGO_MARK = {
  path: 'M3.5 24.5 10.5 13l5.5 7.5 5.2-9.2',
  dot: { cx: 25.4, cy: 6.6, r: 3.6 },
} as const;

/** The market behind a source whose name does not tell it: BVG is one of Safex. Null for the others. */
export function marketBehind(source: string): string | null {
  return source === 'BVG' ? 'Safex' : null;
}

/** A source as people read it: `BVG (Safex)`. */
export function sourceName(source: string): string {
  const market = marketBehind(source);
  return market ? `${source} (${market})` : source;
}

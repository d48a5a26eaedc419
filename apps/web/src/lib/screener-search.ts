/** The screener's search parameters, as its address writes them; the page reads what they say. */
export type ScreenerSearch = {
  interval?: string;
  where?: string;
  order?: string;
  columns?: string;
  /** The heat map; the table if absent. */
  view?: 'map';
  /** The area of a rectangle of the heat map; equal if absent. */
  area?: 'volume';
  /** The figure that colours the heat map. */
  colour?: string;
  /** The id of the saved screen that is open. */
  screen?: string;
};

/** Far more than the longest screen needs. */
const LONGEST = 8_000;
const TEXTS = ['interval', 'where', 'order', 'columns', 'colour', 'screen'] as const;

/** Drops absent and overlong parameters. */
export function readScreenerSearch(search: Record<string, unknown>): ScreenerSearch {
  const { view, area } = search;
  const found: ScreenerSearch = {
    ...(view === 'map' ? { view } : {}),
    ...(area === 'volume' ? { area } : {}),
  };
  for (const name of TEXTS) {
    const text = search[name];
    if (typeof text === 'string' && text !== '' && text.length <= LONGEST) found[name] = text;
  }
  return found;
}

// Without schemas: the document's own script carries these names.

/** The four vendors, spelled as in the specification. */
export const FEED_EXCHANGES = ['BVG', 'FMP', 'Bitfinex', 'Tiingo'] as const;
export type FeedExchange = (typeof FEED_EXCHANGES)[number];

/** The exchange of instruments that administrators make from files; it has no vendor and no live prices. */
export const IMPORTED = 'Imported';
/** Every source of prices. */
export const EXCHANGES = [...FEED_EXCHANGES, IMPORTED] as const;
export type ExchangeName = (typeof EXCHANGES)[number];

export function byExchange<T>(of: (exchange: ExchangeName) => T): Record<ExchangeName, T> {
  return { ...byFeed(of), Imported: of(IMPORTED) };
}

export function byFeed<T>(of: (exchange: FeedExchange) => T): Record<FeedExchange, T> {
  return { BVG: of('BVG'), FMP: of('FMP'), Bitfinex: of('Bitfinex'), Tiingo: of('Tiingo') };
}

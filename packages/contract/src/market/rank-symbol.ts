/** What a search looks at. */
type Searchable = { code: string; description: string };
/** What it looks at besides. */
type Words<Symbol> = {
  /** The name of a symbol's source is one of its words. */
  sourceOf?: (symbol: Symbol) => string;
  /** How the assets of a pair are called, the base first. */
  assetsOf?: (symbol: Symbol) => readonly string[];
};

/** `DEC26` as a delivery month is traded by. */
const DELIVERY = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(\d\d)\b/g;
const APART = /[^\p{L}\p{N}]+/gu;

/**
 * How well symbols answer a text, lower is better: the code, its beginning, the name of what is traded, a part of the
 * code, each word of the text somewhere; null for not at all. How a pair is parted does not matter: `EUR/USD` is
 * `eur usd` is `EURUSD`.
 */
function symbolRank(
  text: string,
): (symbol: Searchable, source: string, assets: readonly string[]) => number | null {
  const lower = text.normalize('NFKC').toLowerCase();
  const joined = lower.replace(APART, '');
  const words = lower
    .replace(DELIVERY, '$1 20$2')
    .split(APART)
    .filter((word) => word !== '');
  return ({ code, description }, source, assets) => {
    if (joined === '') return null;
    const own = code.toLowerCase().replace(APART, '');
    if (own === joined) return 0;
    if (own.startsWith(joined)) return 1;
    if (assets[0]?.toLowerCase() === lower.trim()) return 2;
    if (own.includes(joined)) return 3;
    const all = `${code} ${description} ${source} ${assets.join(' ')}`.toLowerCase();
    return words.every((word) => all.includes(word)) ? 4 : null;
  };
}

/** The symbols that answer a text, the best first. */
export function rankedBy<Symbol extends Searchable>(
  symbols: readonly Symbol[],
  text: string,
  { sourceOf = () => '', assetsOf = () => [] }: Words<Symbol> = {},
): Symbol[] {
  const rankOf = symbolRank(text);
  return symbols
    .flatMap((symbol) => {
      const rank = rankOf(symbol, sourceOf(symbol), assetsOf(symbol));
      return rank === null ? [] : [{ symbol, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ symbol }) => symbol);
}

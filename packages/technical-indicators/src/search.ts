/** The texts under which a study or a command is found; an empty short name is none. */
export type Searched = {
  readonly name: string;
  readonly shortName: string;
  readonly aliases?: readonly string[];
};

/**
 * The studies of which every word of a text begins a word, the best match first: a whole name before the beginnings of
 * one, and within these the short name before the name before an alias. Names written as one word, and parts within a
 * word, come last. Equal matches keep their order; without a word all studies do.
 */
export function searchStudies<Study extends Searched>(
  text: string,
  studies: readonly Study[],
): Study[] {
  if (wordsOf(text).length === 0) return [...studies];
  return studies
    .map((study) => ({ study, rank: matchRank(text, study) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank)
    .map(({ study }) => study);
}

/** The rank of texts that match by parts within words alone. */
export const PARTS_MATCH = 8;
/** The rank of texts that do not match. */
export const NO_MATCH = 9;

/** How well a text matches, in the order of `searchStudies`: 0 for a whole short name, up to `NO_MATCH`. */
export function matchRank(text: string, { name, shortName, aliases = [] }: Searched): number {
  const words = wordsOf(text);
  if (words.length === 0) return NO_MATCH;
  const short = wordsOf(shortName);
  const long = wordsOf(name);
  const others = aliases.map(wordsOf);
  const all = [...short, ...long, ...others.flat()];
  const texts = [short, long, ...others];
  if (isSame(words, short)) return 0;
  if (isSame(words, long)) return 1;
  if (others.some((other) => isSame(words, other))) return 2;
  if (startsAll(words, short)) return 3;
  if (startsAll(words, long)) return 4;
  if (others.some((other) => startsAll(words, other))) return 5;
  if (startsAll(words, all)) return 6;
  const joined = words.join('');
  if (texts.some((one) => one.join('').startsWith(joined))) return 7;
  return words.every((word) => texts.some((one) => one.join('').includes(word)))
    ? PARTS_MATCH
    : NO_MATCH;
}

/** Words in lower case, without accents and signs; %K and ±DI are words too. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}|['’]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}%+±]+/u)
    .filter((word) => word !== '');
}

function isSame(words: readonly string[], others: readonly string[]): boolean {
  return words.length === others.length && words.every((word) => others.includes(word));
}

function startsAll(words: readonly string[], others: readonly string[]): boolean {
  return words.every((word) => others.some((other) => other.startsWith(word)));
}

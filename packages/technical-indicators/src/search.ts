/** The texts under which a study or a command is found; an empty short name is none. */
export type Searched = {
  readonly name: string;
  readonly shortName: string;
  readonly aliases?: readonly string[];
};

/**
 * The studies of which every word of a text begins a word, the best match first: a whole name before the beginnings of
 * one, and within these the short name before the name before an alias. Names written as one word, and parts within a
 * word, come last. If none of these matches, misspelled and abbreviated words count. Equal matches keep their order;
 * without a word all studies do.
 */
export function searchStudies<Study extends Searched>(
  text: string,
  studies: readonly Study[],
): Study[] {
  if (wordsOf(text).length === 0) return [...studies];
  const ranked = studies
    .map((study) => ({ study, rank: matchRank(text, study) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank);
  const best = ranked[0]?.rank;
  return ranked
    .filter(({ rank }) => rank !== NEAR_MATCH || rank === best)
    .map(({ study }) => study);
}

/** The rank of texts that match by parts within words alone. */
export const PARTS_MATCH = 8;
/** The rank of texts that match only if misspellings and abbreviations count; noise beside any other match. */
export const NEAR_MATCH = 9;
/** The rank of texts that do not match. */
export const NO_MATCH = 10;

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
  if (words.every((word) => texts.some((one) => one.join('').includes(word)))) return PARTS_MATCH;
  return isNear(words, all) ? NEAR_MATCH : NO_MATCH;
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

/** Shorter words are near too many others. */
const FEWEST_MISSPELLED = 5;
const FEWEST_ABBREVIATED = 3;
/** From this length on, two letters may be wrong. */
const LONG = 8;

/** Every word begins another one, is a misspelled beginning, or, beside words that do begin one, an abbreviation. */
function isNear(words: readonly string[], others: readonly string[]): boolean {
  const rest = words.filter((word) => !startsAll([word], others));
  const mayAbbreviate = rest.length < words.length;
  return rest.every((word) =>
    others.some(
      (other) =>
        word[0] === other[0] &&
        (isMisspelled(word, other) || (mayAbbreviate && isAbbreviated(word, other))),
    ),
  );
}

/** `avg` of `average`: letters in their order. */
function isAbbreviated(word: string, other: string): boolean {
  if (word.length < FEWEST_ABBREVIATED) return false;
  let at = 0;
  for (const letter of other) if (letter === word[at]) at += 1;
  return at === word.length;
}

function isMisspelled(word: string, other: string): boolean {
  if (word.length < FEWEST_MISSPELLED) return false;
  return distanceToBeginning(word, other) <= (word.length < LONG ? 1 : 2);
}

/** The fewest letters to add, leave out, replace, or swap with the next one, until a word begins another one. */
function distanceToBeginning(word: string, other: string): number {
  const width = other.length + 1;
  let before: number[] = [];
  let row = Array.from({ length: width }, (_, column) => column);
  for (let at = 1; at <= word.length; at += 1) {
    const next = [at];
    for (let column = 1; column < width; column += 1) {
      const isEqual = word[at - 1] === other[column - 1];
      const isSwapped = word[at - 1] === other[column - 2] && word[at - 2] === other[column - 1];
      next[column] = Math.min(
        (row[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (row[column - 1] ?? 0) + (isEqual ? 0 : 1),
        at > 1 && column > 1 && isSwapped
          ? (before[column - 2] ?? 0) + 1
          : Number.POSITIVE_INFINITY,
      );
    }
    before = row;
    row = next;
  }
  return Math.min(...row);
}

const NAMES = [
  'symbols',
  'list',
  'interval',
  'years',
  'long',
  'short',
  'exit',
  'costs',
  'position',
  'test',
] as const;

/**
 * The search parameters of tests of rules, as their address writes them; the page reads what they say. `test` is the id of
 * the test that is shown, `list` that of a watchlist; the others are the rule and its instruments.
 */
export type RuleSearch = { [Name in (typeof NAMES)[number]]?: string };

/** Room for as many symbols as a test may have. */
const LONGEST = 12_000;

/** Drops absent and overlong parameters. */
export function readRuleSearch(search: Record<string, unknown>): RuleSearch {
  const found: RuleSearch = {};
  for (const name of NAMES) {
    const text = search[name];
    if (typeof text === 'string' && text !== '' && text.length <= LONGEST) found[name] = text;
  }
  return found;
}

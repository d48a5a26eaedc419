import { EntryConditions } from './features/chart/alerts/dialog/EntryConditions.tsx';
import { useTechnicalStudiesOf } from './features/chart/preferences/use-technical-studies.ts';
import { useWatchlists } from './features/chart/watchlist/use-watchlists.ts';
import { RuleTestPage } from './features/rule-test/RuleTestPage.tsx';
import { SymbolChoice } from './SymbolChoice.tsx';
import { useTechnicalCode } from './stores/technical-studies.ts';

/** One study of the field: the code of all is loaded, as sentences about rules name them. */
const STUDIES_OF_RULES = [{ id: 'rsi' }];
const TESTS = ['ruleTest'];

/** Tests of rules, with the chart's editor of conditions, the search of symbols and the paywall. */
export function RuleTest() {
  const { data: watchlists = [] } = useWatchlists();
  useTechnicalStudiesOf(STUDIES_OF_RULES);
  useTechnicalCode();
  const lists = watchlists.map(({ id, name, entries }) => ({
    id,
    name,
    symbols: entries.flatMap((entry) => (entry.kind === 'symbol' ? [entry.symbol] : [])),
  }));
  return (
    <SymbolChoice queryKey={TESTS}>
      {(choice) => <RuleTestPage {...choice} lists={lists} Conditions={EntryConditions} />}
    </SymbolChoice>
  );
}

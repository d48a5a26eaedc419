export { barsBeforeRule, ruleProblem } from './check-rule.ts';
export { combineTests, type TestedSymbol } from './combine-tests.ts';
export { findingSentence } from './finding-sentence.ts';
export type { RuleSeries } from './rule-series.ts';
export { type SeriesTest, testSeries } from './test-series.ts';

export { type BarColumns, createBarColumns } from './columns/bar-columns.ts';
export { type Bar, type Columns, columnsFrom } from './columns/columns.ts';
export { PRICE_SOURCES, type PriceSource } from './columns/price-source.ts';
export { withRoomBefore, withRoomBehind } from './columns/room.ts';
export {
  checkInputs,
  InputError,
  type InputIssue,
  inputProblems,
  soundInputs,
} from './inputs/check-inputs.ts';
export type { InputField, IntegerField, SourceField } from './inputs/input-fields.ts';
export { DEFAULT_INPUTS, type InputName, type StudyInputs } from './inputs/study-inputs.ts';
export type { BrokenLine } from './marks/breakout-window.ts';
export { brokenLines } from './marks/broken-lines.ts';
export { FORMULA_VERSION } from './marks/formula-version.ts';
export { markId } from './marks/mark-id.ts';
export { computeMarks, createMarks, type LiveMarks } from './marks/marks.ts';
export type { MarkSide, SignalMark } from './marks/signal-mark.ts';
export type { MedianInterval } from './record/median-interval.ts';
export {
  type HorizonRecord,
  LEAST_MOVES,
  RECORD_HORIZONS,
  type SideRecord,
  signalRecord,
} from './record/signal-record.ts';
export { barsNeeded, STUDIES } from './studies/catalogue.ts';
export { computeStudies, computeStudy } from './studies/compute-study.ts';
export { createStudy, type LiveStudy } from './studies/live-study.ts';
export type {
  ColourToken,
  FillHint,
  LineStyle,
  OutputDefinition,
  OutputKey,
  StudyDefinition,
  StudyId,
  StudyOutputs,
  ValueFormat,
} from './studies/study.ts';
export { type DepthRow, LEVELS, type LevelName, levelDepth } from './summary/level-depth.ts';
export { type Summary, type SummaryLevel, summarise } from './summary/summarise.ts';
export type { TermStatistics } from './summary/term-statistics.ts';

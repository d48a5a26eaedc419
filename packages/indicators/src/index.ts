export { changePercent, roundToScale } from './change-percent.ts';
export {
  type Bar,
  barAt,
  type Columns,
  columnsFrom,
  isSameBar,
  mapColumns,
  placeOf,
  positionOf,
  sliceColumns,
  valueAt,
} from './columns/columns.ts';
export {
  createGrowingColumns,
  type GrowingColumns,
  withRoomBefore,
  withRoomBehind,
} from './columns/growing-columns.ts';
export { isFinalState, type KnownBar, mergeStates } from './columns/known-bar.ts';
export { PRICE_SOURCES, type PriceSource } from './columns/price-source.ts';
export {
  type ChoiceField,
  checkInputs,
  DEFAULT_INPUTS,
  type DecimalField,
  type HouseField,
  InputError,
  type InputField,
  type InputIssue,
  type InputName,
  type InputValues,
  type IntegerField,
  inputProblems,
  type SourceField,
  type StudyInputs,
  soundInputs,
} from './inputs.ts';
export type { BrokenLine, MarkSide } from './marks/breakout-window.ts';
export {
  brokenLines,
  computeMarks,
  createMarks,
  FORMULA_VERSION,
  firstMarkIndex,
  type LiveMarks,
  markId,
  type SignalMark,
} from './marks/marks.ts';
export { drawBlocks, percentileInterval, seededRandom } from './record/block-bootstrap.ts';
export { type MedianInterval, medianOf } from './record/median-interval.ts';
export {
  type HorizonOutcomes,
  LEAST_APART,
  LEAST_TRIALS,
  type MarkOutcome,
  type OutcomeFigures,
  type OutcomeRecord,
  outcomeRecord,
} from './record/outcome-record.ts';
export {
  type NoOutcome,
  OUTCOME_HORIZONS,
  type Outcome,
  type PublishedMark,
  type RecordSeries,
} from './record/outcomes.ts';
export {
  createPool,
  POOLED_APART,
  POOLED_BARS,
  type PooledCounts,
  type PooledFigures,
  type PooledRecord,
} from './record/pooled-record.ts';
export {
  type HorizonRecord,
  LEAST_MOVES,
  RECORD_HORIZONS,
  type SideRecord,
  signalRecord,
} from './record/signal-record.ts';
export { widened, widening } from './record/widening.ts';
export { barsNeeded, STUDIES } from './studies/catalogue.ts';
export {
  computeStudies,
  computeStudy,
  createStudy,
  type LiveStudy,
} from './studies/compute-study.ts';
export type {
  ProfileRun,
  ProfileWithArea,
  StudyProfile,
  ValueArea,
  VolumeProfile,
} from './studies/profile.ts';
export type {
  ColourToken,
  FillHint,
  HouseDefinition,
  LineStyle,
  OutputDefinition,
  OutputKey,
  StudyDefinition,
  StudyId,
  StudyOutputs,
  ValueFormat,
} from './studies/study.ts';
export { DASHED, DOTTED, SOLID, THIN_SOLID } from './studies/study.ts';
export {
  defaultInputs,
  type InstrumentSource,
  instrumentSource,
  instrumentSourceName,
  isHouse,
  isHouseId,
  type StudyInputIssue,
  soundStudyInputs,
  studyInputProblems,
  studySource,
} from './studies/study-inputs.ts';
export {
  computeTechnicalStudy,
  startTechnicalStudy,
  type TechnicalRun,
} from './studies/technical-run.ts';
export {
  CHART_INTERVAL,
  findStudy,
  INTERVAL_INPUT,
  isOfView,
  isTechnical,
  neededBarsOf,
  offeredTechnicalStudies,
  offerTechnicalStudies,
  type PeriodName,
  type StepBar,
  type StepContext,
  type StudyStep,
  TECHNICAL_GROUPS,
  type TechnicalGroup,
  type TechnicalStudy,
} from './studies/technical-study.ts';
export {
  type DepthRow,
  LEVELS,
  type LevelName,
  levelDepth,
  type Summary,
  type SummaryLevel,
  summarise,
  type TermStatistics,
} from './summary.ts';
export { trueRangeOf } from './true-range.ts';

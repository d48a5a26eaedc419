export {
  type AlertMemory,
  type AlertRun,
  createAlertRun,
  NEW_MEMORY,
  type Occurrence,
  type TickMove,
} from './alert-run.ts';
export type { PriceMove } from './comparing.ts';
export { barsToRead, computeAhead, isOfTicks, readsStudy } from './conditions.ts';
export { type AlertWords, conditionsText, describeAlert } from './describe-alert.ts';
export { barsBetween, isCountable } from './figure.ts';
export { fillTemplate, isJsonTemplate, PLACEHOLDERS } from './fill-template.ts';
export { isTrueAt } from './is-true-at.ts';
export { pastFirings } from './past-firings.ts';
export { silenceOf, silenceProblem, silentSinceMs } from './silence.ts';
export {
  barsForStudy,
  inputsOf,
  type StudyValues,
  studyProblem,
  studyValues,
  watchProblem,
} from './studies.ts';
export {
  barsForFigures,
  type FigureStudy,
  figureName,
  figureStudies,
  figuresAt,
  findStudyFigure,
} from './study-figures.ts';
export { ThresholdIndex } from './threshold-index.ts';

/** Values and rules of charts without the engine, for code that runs before it is loaded or without a page. */
export { COMPARED_COLOURS, COMPARED_LINE, MOST_COMPARED } from './chart-comparison.ts';
export {
  CANDLE_TYPES,
  EXCHANGE_ZONE,
  LINE_DASHES,
  LOCAL_ZONE,
  PRICE_SCALES,
} from './chart-look.ts';
export { STUDY_COLOURS } from './chart-theme.ts';
export { DRAWING_TOOLS } from './drawings/drawing.ts';
export { FIB_LEVELS } from './drawings/tools/fib-retracement.ts';
export { firstStyle, TOOLS as DRAWING_TOOL_DEFINITIONS } from './drawings/tools/index.ts';
export { ratioOf, type Trade, tradeOf } from './drawings/trade.ts';
export {
  CHART_COUNTS,
  CHART_LINKS,
  FIRST_CHART,
  gridLines,
  gridPlaces,
  gridShape,
  MOST_CHARTS,
  moveDivider,
  NO_LINKS,
  sharesFor,
} from './layout/chart-grid.ts';
export { LAYOUT_VERSION, writeLayout } from './layout/chart-layout.ts';
export {
  LayoutError,
  lookText,
  readAccount,
  readGuides,
  readLayout,
  readLevels,
  readStudies,
  settingsText,
} from './layout/read-layout.ts';
export { placedStudy, studyPlace, styledStudy, USUAL_STUDIES } from './studies/placed-study.ts';
export { type StudiedMarket, studiedMarket } from './studies/studied-market.ts';
export {
  type Studied,
  type StudiesOver,
  startStudiesOver,
  studiesOver,
} from './studies/studies-over.ts';
export {
  freePane,
  freeStudyKey,
  inPaneOrder,
  isKeyOf,
  MOST_STUDIES,
  mayStandIn,
  type PaneKind,
  paneKind,
  paneOf,
  studyNumber,
} from './studies/study-places.ts';
export { createUndoHistory, nextToRedo, nextToUndo } from './undo-history.ts';

export type { AlertLine, ChartAlerts, PastFiring } from './chart-alerts.ts';
export type {
  ChartComparison,
  ComparedInstrument,
  OpenCompared,
} from './chart-comparison.ts';
export type { ChartDrawings, DrawingState } from './chart-drawings.ts';
export type { ChartEngine } from './chart-engine.ts';
export type {
  ChartEvents,
  ComparedReading,
  Coverage,
  LegendValues,
  LoadState,
  MeasurePhase,
  PaneId,
  PanePlace,
  PointedMarks,
  PointedTag,
  PublishedMark,
  StudyLine,
  TaggedLine,
  ValuesInView,
  VisiblePart,
} from './chart-events.ts';
export type { CandleType, ChartGuides, ChartStudy, OutputStyle, PriceScale } from './chart-look.ts';
export type { ChartOverlay } from './chart-overlay.ts';
export type { BarSource, BarsPage, ChartBar, ChartPoint, ChartSymbol } from './chart-source.ts';
export type { ChartTheme, StudyColour } from './chart-theme.ts';
export type {
  Account,
  Drawing,
  DrawingChange,
  DrawingOrder,
  DrawingStyle,
  DrawingTool,
  Magnet,
} from './drawings/drawing.ts';
export { type ChartOptions, createChart } from './engine/chart.ts';
export type { ChartLink, ChartLinks, GridLine, GridShares } from './layout/chart-grid.ts';
export type { ChartGrid, ChartLayout, SingleLayout } from './layout/chart-layout.ts';
export type { UndoCommand, UndoHistory, UndoState } from './undo-history.ts';

export type {
  CandleType,
  ChartEngine,
  ChartGuides,
  ChartStudy,
  OutputStyle,
  PriceScale,
} from './chart-engine.ts';
export type {
  ChartEvents,
  ChartPoint,
  Coverage,
  LegendValues,
  LoadState,
  MeasurePhase,
  PaneId,
  PanePlace,
  PointedMarks,
  PublishedMark,
  VisiblePart,
} from './chart-events.ts';
export type { BarSource, BarsPage, ChartBar, ChartSymbol } from './chart-source.ts';
export type { ChartTheme, StudyColour } from './chart-theme.ts';
export type { ChartOptions } from './engine/chart-parts.ts';
export { createChart } from './engine/create-chart.ts';
export { styledStudy } from './studies/styled-study.ts';

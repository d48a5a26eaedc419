export type {
  BarSource,
  BarsPage,
  CandleType,
  ChartBar,
  ChartEngine,
  ChartEvents,
  ChartStudy,
  ChartSymbol,
  Coverage,
  LegendValues,
  LoadState,
  PaneId,
  PanePlace,
  PriceScale,
  PublishedMark,
} from './chart-engine.ts';
export type { ChartTheme, StudyColour } from './chart-theme.ts';
export type { ChartOptions } from './engine/chart-parts.ts';
export { createChart } from './engine/create-chart.ts';

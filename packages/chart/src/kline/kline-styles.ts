import type { DeepPartial, StateLineStyle, StateTextStyle, Styles } from 'klinecharts';
import type { ChartGuides } from '../chart-look.ts';
import type { ChartTheme } from '../chart-theme.ts';
import { type TextLook, textPx } from '../paint/text-size.ts';

/** Height of the time axis at the usual text size, px. */
const TIME_AXIS_PX = 28;
/** No bar has this field, so the library draws no candles: we paint them. */
const NO_FIELD = 'moneytrailDrawsItself';

function crosshairLine(theme: ChartTheme): Partial<StateLineStyle> {
  return { show: true, style: 'dashed', dashedValue: [4, 4], size: 1, color: theme.crosshair };
}

function crosshairText(theme: ChartTheme, look: TextLook): Partial<StateTextStyle> {
  return {
    show: true,
    style: 'fill',
    color: theme.crosshairText,
    backgroundColor: theme.crosshair,
    size: textPx(look),
    family: look.font,
    weight: 500,
    borderSize: 0,
    borderRadius: 2,
    paddingLeft: 6,
    paddingRight: 6,
    paddingTop: 3,
    paddingBottom: 3,
  };
}

type StyledView = TextLook & {
  theme: ChartTheme;
  guides: Pick<ChartGuides, 'hasGrid'>;
};

/** The library's styles: grid, axes and crosshair; its candles, studies, marks and legends are off. */
export function klineStyles(view: StyledView): DeepPartial<Styles> {
  const { theme, guides } = view;
  const line = { show: guides.hasGrid, style: 'solid' as const, size: 1, color: theme.grid };
  const axis = {
    axisLine: { show: true, color: theme.border, size: 1 },
    tickLine: { show: false },
    tickText: {
      show: true,
      color: theme.axisText,
      family: view.font,
      weight: 400,
      size: textPx(view),
      marginStart: 7,
      marginEnd: 7,
    },
  };
  const crosshair = { line: crosshairLine(theme), text: crosshairText(theme, view) };
  return {
    grid: { show: guides.hasGrid, horizontal: line, vertical: line },
    candle: {
      type: 'area',
      area: { value: NO_FIELD, backgroundColor: 'transparent', point: { show: false } },
      priceMark: { show: false },
      tooltip: { showRule: 'none' },
    },
    indicator: { lastValueMark: { show: false }, tooltip: { showRule: 'none' } },
    xAxis: { ...axis, size: TIME_AXIS_PX * view.textScale },
    yAxis: axis,
    separator: {
      size: 1,
      color: theme.border,
      fill: true,
      activeBackgroundColor: `color-mix(in srgb, ${theme.crosshair} 25%, transparent)`,
    },
    crosshair: {
      show: true,
      horizontal: { show: true, features: [], ...crosshair },
      vertical: { show: true, ...crosshair },
    },
  };
}

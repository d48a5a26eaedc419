import type { ChartTheme } from '@moneytrail/chart';
import { STUDY_COLOURS } from '@moneytrail/chart/model';
import { themeIndex } from '../../../ui/theme/css-variables.ts';
import { CHART, GROUNDS, TEXTS, type ThemeName } from '../../../ui/theme/tokens.ts';
import type { CandleColours } from '../preferences/candle-colours.ts';

/** The colours of the canvas, from the same table as the page's style sheet. */
export function canvasTheme(theme: ThemeName, { up, down }: CandleColours): ChartTheme {
  const index = themeIndex(theme);
  const line = (token: keyof typeof CHART) => CHART[token][index][0];
  const tag = (token: keyof typeof CHART) => CHART[token][index][1] ?? TEXTS.text[index];
  const studies = STUDY_COLOURS.map((token) => [token, { line: line(token), tagText: tag(token) }]);
  return {
    isDark: theme === 'dark',
    background: GROUNDS['chart-bg'][index],
    grid: GROUNDS['chart-grid'][index],
    axisText: line('axisText'),
    border: GROUNDS.border[index],
    crosshair: line('crosshair'),
    crosshairText: tag('crosshair'),
    candleUp: line(up),
    candleDown: line(down),
    candleUpText: tag(up),
    candleDownText: tag(down),
    studies: Object.fromEntries(studies) as ChartTheme['studies'],
    zoneLine: line('zoneLine'),
    textDim: TEXTS['text-dim'][index],
  };
}

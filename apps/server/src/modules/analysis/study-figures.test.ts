import '../../offered-studies.ts';
import { figureStudies, figuresAt, findStudyFigure } from '@moneytrail/alerts';
import { anchorOf, DAY_MS, longerBarTime, MARKET_HOURS } from '@moneytrail/calendar';
import {
  columnsFrom,
  computeTechnicalStudy,
  defaultInputs,
  type PeriodName,
} from '@moneytrail/indicators';
import { expect, test } from 'vitest';
import { trendingBars } from './testing/trending-bars.ts';

const MARKET = { hours: MARKET_HOURS.crypto, resolution: '1D' } as const;
const COLUMNS = columnsFrom(trendingBars(3_000, 20_000 * DAY_MS, DAY_MS));

test('figures are the values that a chart shows at the same last closed bar', () => {
  const { hours, resolution } = MARKET;
  const context = {
    periodStart: (period: PeriodName, timeMs: number) =>
      anchorOf(hours, resolution, period, timeMs),
    longerBar: (interval: string, timeMs: number) =>
      longerBarTime(hours, resolution, interval, timeMs),
  };
  for (const [id, each] of figureStudies()) {
    const chart = computeTechnicalStudy(each.study, COLUMNS, defaultInputs(each.study), context);
    const figures = figuresAt(each, COLUMNS, MARKET);
    for (const [place, { key }] of each.outputs.entries()) {
      const shown = chart[key]?.at(-1) ?? Number.NaN;
      const figure = figures[place] ?? Number.NaN;
      const isSame = Number.isNaN(shown)
        ? Number.isNaN(figure)
        : Math.abs(figure - shown) <= 1e-6 * Math.max(1, Math.abs(shown));
      expect(isSame, `${id} ${key}: ${figure}, on the chart ${shown}`).toBe(true);
    }
  }
});

test('studies without a number at the last closed bar are no figures', () => {
  expect(figureStudies().size).toBeGreaterThan(60);
  for (const name of [
    'obv-obv',
    'volumeProfile-control',
    'zigzag-point',
    'fractals-high',
    'no-no',
  ]) {
    expect(findStudyFigure(name), name).toBeUndefined();
  }
  expect(findStudyFigure('macd-signal')?.output.label).toBe('Signal');
});

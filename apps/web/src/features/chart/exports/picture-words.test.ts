import type { LegendValues } from '@moneytrail/chart';
import { USUAL_STUDIES } from '@moneytrail/chart/model';
import { DEFAULT_INPUTS, STUDIES } from '@moneytrail/indicators';
import { describe, expect, it } from 'vitest';
import { formatBarTime, formatMoment } from '../../../lib/format-time.ts';
import { studiesOnChart } from '../preferences/studies-on-chart.ts';
import { type PictureSetting, pictureWords, type Run } from './picture-words.ts';

const TIME = Date.UTC(2026, 10, 20);
const NOW = Date.UTC(2026, 10, 21, 9, 30);
const ZONE = 'Etc/UTC';
const DAY = formatBarTime(TIME, '1D', ZONE);

/** Every output of every study has a value, but for those of the liquidity spread. */
const VALUES = Object.fromEntries(
  STUDIES.map(({ id, outputs }) => [
    id,
    Object.fromEntries(outputs.map(({ key }) => [key, id === 'liquiditySpread' ? null : 12.345])),
  ]),
) as LegendValues['studies'];

const ON_CHART = studiesOnChart(USUAL_STUDIES, DEFAULT_INPUTS);
const BAR = { time: TIME, open: 100, high: 110.5, low: 99, close: 108, volume: 1_240_000 };
const LEGEND: LegendValues = {
  bar: BAR,
  previousClose: 100,
  studies: VALUES,
  studyBar: BAR,
  studyBarCount: 700,
  computing: [],
  isClosing: false,
  mark: null,
  isAtCrosshair: false,
};
const open = { isFolded: false, mayFold: false };
const SETTING: PictureSetting = {
  info: { name: 'BTCUSD', description: 'Bitcoin USD', exchange: 'FMP' },
  resolution: '1D',
  zone: ZONE,
  decimals: 2,
  legend: LEGEND,
  lastClosedMs: TIME,
  places: [
    { pane: 'main', topPx: 0, heightPx: 400, ...open },
    { pane: 'tightness', topPx: 400, heightPx: 90, ...open },
    { pane: 'liquiditySpread', topPx: 490, heightPx: 90, ...open },
    { pane: 'longShort', topPx: 580, heightPx: 20, ...open },
  ],
  compared: [],
  studies: ON_CHART,
  studied: () => ({ decimals: 4, isLoading: false, problem: null, why: '', isSimulated: false }),
  isFolded: false,
  nowMs: NOW,
  replayMs: null,
};

const textOf = (row: readonly Run[]) => row.map(({ text }) => text).join(' ');

function headOf(changes: Partial<PictureSetting>): string[] {
  return pictureWords({ ...SETTING, ...changes }).head.map(textOf);
}

function panesOf(changes: Partial<PictureSetting>) {
  const { panes } = pictureWords({ ...SETTING, ...changes });
  return panes.map(({ topPx, rows }) => ({ topPx, rows: rows.map(textOf) }));
}

const without = (...ids: string[]) => ON_CHART.filter(({ id }) => !ids.includes(id));

describe('the head of a picture', () => {
  it('names the instrument, the bar with its prices, and the time of the picture', () => {
    expect(headOf({})).toEqual([
      'BTCUSD Bitcoin USD 1D FMP',
      `${DAY} O 100.00 H 110.50 L 99.00 C 108.00 ▲ +8.00 (+8.00\u00a0%) V 1.24\u00a0M`,
      `Picture of ${formatMoment(NOW, ZONE)}`,
    ]);
  });

  it('names a replay and its moment', () => {
    expect(headOf({ replayMs: TIME })[0]).toBe(
      `BTCUSD Bitcoin USD 1D FMP Replay until ${formatMoment(TIME, ZONE)}`,
    );
  });

  it('names the closed bar of the study values where the prices are those of the forming bar', () => {
    const open = { ...BAR, time: TIME + 86_400_000 };
    expect(headOf({ legend: { ...LEGEND, bar: open } }).at(-1)).toBe(
      `Picture of ${formatMoment(NOW, ZONE)} Studies: ${DAY}, closed`,
    );
  });

  it('marks a bar that can still change', () => {
    expect(headOf({ lastClosedMs: TIME - 1 })[1]).toMatch(`${DAY}, open bar O 100.00`);
    expect(headOf({ lastClosedMs: null })[1]).toContain('open bar');
  });

  it('names no prices before the first bar', () => {
    expect(headOf({ legend: null })[1]).toBe('');
  });

  it('has the colour of the direction on the change alone', () => {
    const [, row = []] = pictureWords(SETTING).head;
    const coloured = row.filter(({ colour }) => colour === 'up-text' || colour === 'down-text');
    expect(coloured.map(({ text }) => text)).toEqual(['▲ +8.00 (+8.00\u00a0%)']);
  });
});

describe('the panes of a picture', () => {
  it('name their studies with inputs and values, a dash for a missing value, and line samples', () => {
    const [main, tightness, spread, ...lower] = panesOf({});
    expect(main).toEqual({
      topPx: 0,
      rows: [
        'Short-term S/R 20 close 12.35 12.35',
        'Long-term S/R 100 close 12.35 12.35',
        'Combo and signals 20 100 40 100 −100 close',
      ],
    });
    expect(tightness).toEqual({
      topPx: 400,
      rows: ['Tightness 20 100 close 12.35\u00a0% 12.35\u00a0%'],
    });
    expect(spread).toEqual({ topPx: 490, rows: ['Liquidity Spread 40 –'] });
    // One pane is too low for words.
    expect(lower).toEqual([]);
    const [row = []] = pictureWords(SETTING).panes[1]?.rows ?? [];
    expect(row.filter(({ line }) => line).map(({ line }) => line?.colour)).toEqual([
      'tightnessLong',
      'tightnessShort',
    ]);
  });

  it('name drawn studies alone, without values in a main pane whose legend is folded', () => {
    const [main] = panesOf({ isFolded: true, studies: without('combo') });
    expect(main?.rows).toEqual(['Short-term S/R Long-term S/R']);
    expect(panesOf({ studies: without('tightness') })[1]?.rows).toEqual([]);
  });

  it('write prices of a compared instrument with its decimals, and name a reason instead of values', () => {
    const [study] = ON_CHART;
    if (!study) throw new Error('There is no study.');
    const studies = [{ ...study, instrument: 'Bitfinex:ETH/USD' }];
    const known = { decimals: 4, isLoading: false, problem: null, why: '', isSimulated: true };
    const rowWith = (of: Partial<typeof known> | { problem: string }) =>
      panesOf({ studies, studied: () => ({ ...known, ...of }) })[0]?.rows[0];
    expect(rowWith({})).toBe('Short-term S/R 20 close Simulated 12.3450 12.3450');
    expect(rowWith({ problem: 'ETH/USD is locked' })).toBe(
      'Short-term S/R 20 close ETH/USD is locked',
    );
  });

  it('name compared instruments before the studies, folded or not', () => {
    const compared: Run[][] = [
      [
        { text: 'ETHUSD', colour: 'text' },
        { text: '288.91', colour: 'text' },
      ],
    ];
    for (const isFolded of [true, false]) {
      expect(panesOf({ compared, isFolded })[0]?.rows[0]).toBe('ETHUSD 288.91');
    }
  });
});

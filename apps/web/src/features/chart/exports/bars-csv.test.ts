import { DEFAULT_INPUTS, offerTechnicalStudies } from '@moneytrail/indicators';
import { TECHNICAL_STUDIES } from '@moneytrail/technical-indicators';
import { describe, expect, it } from 'vitest';
import {
  disagreements,
  EXACT,
  OUTPUT_TOLERANCES,
} from '../../../../../../packages/indicators/src/testing/tolerance.ts';
import {
  expectedSeries,
  SERIES_OF_STUDIES,
  VECTOR_CASES,
} from '../../../../../../packages/indicators/src/testing/vector-cases.ts';
import { studiesOnChart, tabledStudies } from '../preferences/studies-on-chart.ts';
import { withStudy } from '../studies/add-study.ts';
import { barsAsCsv, type CsvSetting, profileNotes } from './bars-csv.ts';

const TIME = Date.UTC(2026, 10, 20, 12, 5);
const BAR = { time: TIME, open: 1234.5, high: 1235.25, low: 1234, close: 1235, volume: null };
const setting: CsvSetting = {
  bars: [BAR, { ...BAR, time: TIME + 300_000 }],
  lastFinalMs: TIME,
  info: { ticker: 'FMP:BTC/USD', type: 'crypto', marketHours: 'crypto', simulated: true },
  resolution: '5',
  replayMs: null,
  zone: 'Africa/Johannesburg',
  studies: tabledStudies([], DEFAULT_INPUTS),
  decimals: 2,
  instruments: null,
  studied: () => ({ decimals: 4, isLoading: false, problem: null, why: '', isSimulated: true }),
  compared: [],
};

/** The rows of a file without quotes, cell by cell. */
const cellsOf = (text: string) =>
  text
    .trimEnd()
    .split('\r\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split(','));

describe('bars as CSV', () => {
  it('are marked as simulated in the first line, only where they are', () => {
    expect(barsAsCsv(setting).split('\r\n')[0]).toBe('# Simulated');
    const real = { ...setting, info: { ...setting.info, simulated: false } };
    expect(barsAsCsv(real).split('\r\n')[0]).toMatch(/^"time \(ISO 8601, UTC\)",humanRead/);
  });

  it('of a replay name its moment', () => {
    const replayed = barsAsCsv({ ...setting, replayMs: TIME + 300_000 });
    expect(replayed.split('\r\n')[1]).toBe('# Replay until 2026-11-20T12:10:00.000Z');
  });

  it('name the profiles of the view before the heads, as no bar has values of them', () => {
    offerTechnicalStudies(TECHNICAL_STUDIES);
    const { studies } = withStudy([], 'volumeProfile', DEFAULT_INPUTS);
    const onChart = studiesOnChart(studies, DEFAULT_INPUTS);
    const values = { volumeProfile: { control: 1234.5, high: 1235, low: 1234.25 } };
    const notes = profileNotes(onChart, values, { fromMs: TIME, toMs: TIME + 300_000 });
    const tabled = tabledStudies(studies, DEFAULT_INPUTS);
    const [, note, heads] = barsAsCsv({ ...setting, studies: tabled, notes }).split('\r\n');
    expect(note).toBe(
      '# VPVR 24 70 of the bars from 2026-11-20T12:05:00Z to 2026-11-20T12:10:00Z: Point of control 1234.5; Value area high 1235; Value area low 1234.25',
    );
    expect(heads).not.toContain('VPVR');
  });

  it('name the exchange of an instrument that a study is computed from, and simulated prices', () => {
    offerTechnicalStudies(TECHNICAL_STUDIES);
    const { studies } = withStudy([], 'ema', DEFAULT_INPUTS);
    const of = (source: string) =>
      studies.map((study) => ({ ...study, inputs: { length: 20, source } }));
    const headOf = (source: string) =>
      cellsOf(barsAsCsv({ ...setting, studies: tabledStudies(of(source), DEFAULT_INPUTS) }))[0];
    expect(headOf('close')).toContain('EMA 20 close');
    const heads = barsAsCsv({
      ...setting,
      studies: tabledStudies(of('high@Bitfinex:ETH/USD'), DEFAULT_INPUTS),
    });
    expect(heads).toContain('"EMA 20 · ETHUSD high (Bitfinex, Simulated)"');
  });

  it('have raw numbers, both times with zones in the head, and empty cells for unknown values', () => {
    const [, heads, closed] = barsAsCsv(setting).split('\r\n');
    expect(heads).toMatch(
      /^"time \(ISO 8601, UTC\)",humanReadableDate \(Africa\/Johannesburg\),open,high,low,close,volume,closed,symbol,resolution,/,
    );
    expect(closed).toMatch(
      /^2026-11-20T12:05:00Z,2026-11-20 14:05,1234.5,1235.25,1234,1235,,TRUE,FMP:BTC\/USD,5,,/,
    );
  });

  it('of a day and longer have dates that are the same in every zone', () => {
    const day = { ...setting, resolution: '1D' as const, zone: 'America/New_York' };
    const [heads, first] = cellsOf(
      barsAsCsv({ ...day, bars: [{ ...BAR, time: Date.UTC(2026, 10, 20) }] }),
    );
    expect(heads?.slice(0, 2)).toEqual(['time (ISO 8601)', 'humanReadableDate']);
    expect(first?.slice(0, 2)).toEqual(['2026-11-20', '2026-11-20']);
  });

  it('mark the bar that may still change', () => {
    const column = (lastFinalMs: number | null) =>
      barsAsCsv({ ...setting, lastFinalMs })
        .split('\r\n')
        .slice(2, 4)
        .map((row) => row.split(',')[7]);
    expect(column(TIME)).toEqual(['TRUE', 'FALSE']);
    expect(column(null)).toEqual(['FALSE', 'FALSE']);
  });

  it('contain the closes of compared instruments, empty where unknown', () => {
    const values = Float64Array.of(Number.NaN, 288.91);
    const compared = [{ head: 'close of FMP:ETHUSD', values }];
    const rows = cellsOf(barsAsCsv({ ...setting, compared }));
    expect(rows.map((cells) => cells.at(-1))).toEqual(['close of FMP:ETHUSD', '', '288.91']);
  });

  it.each(['=HYPERLINK("x")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '＝1'])(
    'never start a cell as a formula: %j',
    (ticker) => {
      const text = barsAsCsv({ ...setting, info: { ...setting.info, ticker, simulated: false } });
      const [cell] = text.split('\r\n')[1]?.match(/(?<=TRUE,).*(?=,5,)/) ?? [];
      expect(cell).toMatch(/^"?'/);
      expect(text.trimEnd().split(/\r|\n|\r\n/u).length).toBe(5);
    },
  );
});

describe.each(VECTOR_CASES)(
  'study values in a file, $name',
  ({ name, inputs, bars, ...vectors }) => {
    const [heads = [], ...rows] = cellsOf(
      barsAsCsv({ ...setting, bars, studies: tabledStudies([], inputs), resolution: '1D' }),
    );
    const series: [head: string, [output: string, key: string]][] = [
      ['Short-term resistance', ['resistance', SERIES_OF_STUDIES.shortTermLevels.resistance]],
      ['Short-term support', ['support', SERIES_OF_STUDIES.shortTermLevels.support]],
      ['Long-term resistance', ['resistance', SERIES_OF_STUDIES.longTermLevels.resistance]],
      ['Long-term support', ['support', SERIES_OF_STUDIES.longTermLevels.support]],
      ['Short-term tightness (%)', ['shortTerm', SERIES_OF_STUDIES.tightness.shortTerm]],
      ['Long-term tightness (%)', ['longTerm', SERIES_OF_STUDIES.tightness.longTerm]],
      [
        'Short-term tightness above its low (percentage points)',
        ['distanceToShortTermMin', SERIES_OF_STUDIES.tightness.distanceToShortTermMin],
      ],
      [
        'Long-term tightness above its low (percentage points)',
        ['distanceToLongTermMin', SERIES_OF_STUDIES.tightness.distanceToLongTermMin],
      ],
      ['Liquidity spread (bps)', ['spread', SERIES_OF_STUDIES.liquiditySpread.spread]],
      ['Long/Short (%)', ['percentage', SERIES_OF_STUDIES.longShortPercentage.percentage]],
      ['Deployment', ['deployment', SERIES_OF_STUDIES.deployment.deployment]],
    ];

    it.each(series)('%s equals the reference, unrounded', (head, [output, key]) => {
      const column = heads.indexOf(head);
      const values = rows.map((cells) => (cells[column] ? Number(cells[column]) : Number.NaN));
      const reference = expectedSeries({ ...vectors, name, inputs, bars }, key);
      const tolerance = OUTPUT_TOLERANCES[output] ?? EXACT;
      expect(disagreements(Float64Array.from(values), reference, tolerance)).toEqual([]);
    });
  },
);

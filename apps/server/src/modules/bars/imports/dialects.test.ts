import { MARKET_HOURS, type MarketHoursId } from '@moneytrail/calendar';
import { describe, expect, test } from 'vitest';
import { barsOf } from '../columns/bar-columns.ts';
import { type ImportPlan, type PlanOutcome, planImport, planLines } from './plan.ts';
import { readBarPieces } from './read-bars.ts';
import type { ImportOptions } from './recognise.ts';

type Wanted = Partial<ImportPlan> & { dialect: string };
type Sample = {
  kind: string;
  file: string | Uint8Array;
  hours?: MarketHoursId;
  options?: ImportOptions;
  plan: Wanted;
  /** The first bar as time, open, high, low, close, volume. */
  first: readonly [time: string, ...numbers: (number | null)[]];
};

const NOW = Date.parse('2026-11-20T00:00:00Z');

function sourceOf(file: string | Uint8Array) {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  return async function* () {
    // Pieces that end within lines and characters.
    for (let at = 0; at < bytes.length; at += 37) yield bytes.subarray(at, at + 37);
  };
}

function planOf(
  file: string | Uint8Array,
  options: ImportOptions & { resolution?: '1' | '15' | '60' | '1D' } = {},
  hours: MarketHoursId = 'crypto',
): Promise<PlanOutcome> {
  return planImport(sourceOf(file), { hours: MARKET_HOURS[hours], nowMs: NOW, ...options });
}

async function barsIn(file: string | Uint8Array, outcome: PlanOutcome) {
  if (outcome.kind !== 'planned') throw new Error(JSON.stringify(outcome));
  const bars = [];
  for await (const piece of readBarPieces(sourceOf(file), outcome.reading, outcome.target)) {
    bars.push(...barsOf(piece));
  }
  return bars;
}

const lines = (...texts: string[]) => `${texts.join('\n')}\n`;

const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return new Uint8Array(isBig ? bytes.swap16() : bytes);
};

const PLAIN = lines(
  'Date,Open,High,Low,Close,Volume',
  '2024-01-02,187.15,188.44,183.89,185.64,82488700',
  '2024-01-03,184.22,185.88,183.43,184.25,58414500',
);
const PLAIN_FIRST = ['2024-01-02T00:00:00Z', 187.15, 188.44, 183.89, 185.64, 82488700] as const;

const SAMPLES: readonly Sample[] = [
  {
    kind: 'Yahoo Finance, with null rows',
    file: lines(
      'Date,Open,High,Low,Close,Adj Close,Volume',
      '2024-01-02,187.149994,188.440002,183.889999,185.639999,184.938217,82488700',
      '2024-01-03,null,null,null,null,null,null',
      '2024-01-04,182.149994,183.089996,180.880005,181.910004,181.222336,71983600',
      '2024-01-05,181.990005,182.759995,180.169998,181.179993,180.495087,62303300',
    ),
    plan: {
      dialect: 'Yahoo Finance',
      resolution: '1D',
      absentCount: 1,
      barCount: 3,
      ignoredColumns: ['Adj Close'],
    },
    first: ['2024-01-02T00:00:00Z', 187.149994, 188.440002, 183.889999, 185.639999, 82488700],
  },
  {
    kind: 'Stooq, days',
    file: lines(
      '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>',
      'AAPL.US,D,20240102,000000,187.15,188.44,183.89,185.64,82488674,0',
      'AAPL.US,D,20240103,000000,184.22,185.88,183.43,184.25,58414460,0',
    ),
    plan: { dialect: 'Stooq', resolution: '1D', zone: null },
    first: ['2024-01-02T00:00:00Z', 187.15, 188.44, 183.89, 185.64, 82488674],
  },
  {
    kind: 'Stooq, hours',
    file: lines(
      '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>',
      'EURUSD,60,20240102,100000,1.1,1.2,1,1.15,0,0',
      'EURUSD,60,20240102,110000,1.15,1.2,1.1,1.15,0,0',
      'EURUSD,60,20240102,120000,1.15,1.2,1.1,1.15,0,0',
    ),
    options: { zone: 'Europe/Warsaw' },
    plan: { dialect: 'Stooq', resolution: '60', zone: 'Europe/Warsaw' },
    first: ['2024-01-02T09:00:00Z', 1.1, 1.2, 1, 1.15, 0],
  },
  {
    kind: 'MetaTrader 4',
    file: lines(
      '2024.01.02,00:00,1.10427,1.10440,1.10420,1.10431,58',
      '2024.01.02,00:01,1.10431,1.10435,1.10425,1.10426,41',
      '2024.01.02,00:02,1.10426,1.10430,1.10401,1.10410,77',
    ),
    options: { zone: 'Europe/Athens' },
    plan: { dialect: 'MetaTrader 4', resolution: '1', zone: 'Europe/Athens' },
    first: ['2024-01-01T22:00:00Z', 1.10427, 1.1044, 1.1042, 1.10431, 58],
  },
  {
    kind: 'MetaTrader 5',
    file: lines(
      '<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>',
      '2024.07.01\t00:00:00\t1.07\t1.08\t1.06\t1.075\t120\t0\t5',
      '2024.07.01\t01:00:00\t1.075\t1.08\t1.07\t1.075\t99\t0\t5',
    ),
    options: { zone: 'Europe/Athens' },
    plan: { dialect: 'MetaTrader 5', resolution: '60', text: 'UTF-8, tabs, decimal point' },
    first: ['2024-06-30T21:00:00Z', 1.07, 1.08, 1.06, 1.075, 120],
  },
  {
    kind: 'Binance, milliseconds',
    file: lines(
      '1704067200000,42283.58,42298.62,42261.02,42298.61,35.92724,1704067259999,1519032.34,1327,23.1,980,0',
      '1704067260000,42298.62,42320.0,42298.61,42320.0,21.16779,1704067319999,895580.03,1348,10.1,450,0',
    ),
    plan: { dialect: 'Binance', resolution: '1', zone: null, timeForm: 'epoch milliseconds' },
    first: ['2024-01-01T00:00:00Z', 42283.58, 42298.62, 42261.02, 42298.61, 35.92724],
  },
  {
    kind: 'Binance, microseconds',
    file: lines(
      '1735689600000000,93576,93702.15,93489.03,93656.18,52.1,1735690499999999,1,1,1,1,0',
      '1735690500000000,93656.18,94000,93653.87,94000,48.7,1735691399999999,1,1,1,1,0',
    ),
    plan: { dialect: 'Binance', resolution: '15', timeForm: 'epoch microseconds' },
    first: ['2025-01-01T00:00:00Z', 93576, 93702.15, 93489.03, 93656.18, 52.1],
  },
  {
    kind: 'Dukascopy',
    file: lines(
      'Gmt time,Open,High,Low,Close,Volume',
      '02.01.2024 00:00:00.000,1.10427,1.10431,1.10420,1.10425,42.3',
      '02.01.2024 00:01:00.000,1.10425,1.10431,1.10420,1.10430,39.1',
    ),
    plan: {
      dialect: 'Dukascopy',
      resolution: '1',
      zone: 'Etc/UTC',
      timeForm: 'dates with the time of day',
    },
    first: ['2024-01-02T00:00:00Z', 1.10427, 1.10431, 1.1042, 1.10425, 42.3],
  },
  {
    kind: 'HistData',
    file: lines(
      '20240102 170000;1.094210;1.094260;1.094210;1.094220;0',
      '20240102 170100;1.094220;1.094260;1.094210;1.094230;0',
    ),
    plan: { dialect: 'HistData', resolution: '1', zone: 'Etc/GMT+5' },
    first: ['2024-01-02T22:00:00Z', 1.09421, 1.09426, 1.09421, 1.09422, 0],
  },
  {
    kind: 'Bitstamp (Kaggle), with NaN rows',
    file: lines(
      'Timestamp,Open,High,Low,Close,Volume_(BTC),Volume_(Currency),Weighted_Price',
      '1325317920,4.39,4.39,4.39,4.39,0.45558087,2.0000000193,4.39',
      '1325317980,NaN,NaN,NaN,NaN,NaN,NaN,NaN',
      '1325318040,NaN,NaN,NaN,NaN,NaN,NaN,NaN',
      '1325318100,4.4,4.5,4.4,4.5,1,4.5,4.5',
      '1325318160,4.5,4.5,4.5,4.5,1,4.5,4.5',
    ),
    plan: { dialect: 'Bitstamp (Kaggle)', resolution: '1', absentCount: 2, barCount: 3 },
    first: ['2011-12-31T07:52:00Z', 4.39, 4.39, 4.39, 4.39, 0.45558087],
  },
  {
    kind: 'Alpha Vantage, newest first',
    file: lines(
      'timestamp,open,high,low,close,volume',
      '2024-01-02 10:00:00,160.1,160.5,160,160.2,900',
      '2024-01-02 09:45:00,160,160.5,159.5,160.1,800',
      '2024-01-02 09:30:00,159,160.5,158.5,160,700',
    ),
    hours: 'us-stocks',
    plan: {
      dialect: 'Alpha Vantage',
      resolution: '15',
      zone: 'America/New_York',
      isNewestFirst: true,
    },
    first: ['2024-01-02T14:30:00Z', 159, 160.5, 158.5, 160, 700],
  },
  {
    kind: 'Investing.com',
    file: `\uFEFF${lines(
      '"Date","Price","Open","High","Low","Vol.","Change %"',
      '"01/31/2024","184.40","187.04","187.10","184.35","55.47M","-1.94%"',
      '"01/30/2024","188.04","190.94","191.80","187.47","1.5K","-1.92%"',
      '"01/29/2024","1,191.73","1,192.01","1,192.20","1,189.58","-","-0.36%"',
    )}`,
    plan: {
      dialect: 'Investing.com',
      resolution: '1D',
      timeForm: 'dates as m/d/y',
      isNewestFirst: true,
    },
    first: ['2024-01-29T00:00:00Z', 1192.01, 1192.2, 1189.58, 1191.73, null],
  },
  {
    kind: 'Barchart, with its notice',
    file: lines(
      'Time,Open,High,Low,Last,Change,%Chg,Volume',
      '01/16/2024,472.26,473.95,470.5,473.32,-1.5,-0.31%,"85,014,938"',
      '01/12/2024,475.26,476.07,473.2,475.1,1,+0.2%,"57,944,000"',
      '"Downloaded from Barchart.com as of 01-17-2024 10:20am CST"',
    ),
    plan: { dialect: 'Barchart', otherCount: 1, barCount: 2, resolution: '1D' },
    first: ['2024-01-12T00:00:00Z', 475.26, 476.07, 473.2, 475.1, 57944000],
  },
  {
    kind: 'TradingView',
    file: lines(
      'time,open,high,low,close,Volume,MA,RSI',
      '2024-01-02T00:00:00Z,42283.58,45879.63,42180.77,44179.55,65146,41000,60.1',
      '2024-01-02T01:00:00Z,44179.55,44200,44000,44100,1000,41001,60.2',
    ),
    plan: { dialect: 'TradingView', resolution: '60', ignoredColumns: ['MA', 'RSI'] },
    first: ['2024-01-02T00:00:00Z', 42283.58, 45879.63, 42180.77, 44179.55, 65146],
  },
  {
    kind: 'pandas, its first column unnamed',
    file: lines(
      ',Open,High,Low,Close,Volume',
      '2024-01-02 09:30:00-05:00,187.15,188.44,183.89,185.64,100',
      '2024-01-02 09:31:00-05:00,185.64,186.44,185.3,186.1,200',
    ),
    hours: 'us-stocks',
    plan: { dialect: 'pandas', resolution: '1', zone: null },
    first: ['2024-01-02T14:30:00Z', 187.15, 188.44, 183.89, 185.64, 100],
  },
  {
    kind: 'pandas, with a number for each row',
    file: lines(
      ',Date,Open,High,Low,Close,Volume',
      '0,2024-01-02,187.15,188.44,183.89,185.64,100',
      '1,2024-01-03,185.64,186.44,185.3,186.1,200',
    ),
    plan: { dialect: 'pandas', resolution: '1D' },
    first: ['2024-01-02T00:00:00Z', 187.15, 188.44, 183.89, 185.64, 100],
  },
  {
    kind: 'yfinance, three lines of header',
    file: lines(
      'Price,Close,High,Low,Open,Volume',
      'Ticker,AAPL,AAPL,AAPL,AAPL,AAPL',
      'Date,,,,,',
      '2024-01-02,184.93,187.73,183.2,186.44,82488700',
      '2024-01-03,183.55,185.18,182.74,183.52,58414500',
    ),
    plan: { dialect: 'yfinance', resolution: '1D', barCount: 2 },
    first: ['2024-01-02T00:00:00Z', 186.44, 187.73, 183.2, 184.93, 82488700],
  },
  {
    kind: 'Excel: semicolons, decimal commas, points between thousands',
    file: `\uFEFF${lines(
      'Datum;Eröffnung;Hoch;Tief;Schlusskurs;Volumen',
      '02.01.2024;16.828,67;16.963,4;16.730,1;16.769,36;61.458.022',
      '03.01.2024;16.762,1;16.771;16.525,56;16.538,39;72.541.900',
    )}`,
    plan: {
      dialect: 'Table with semicolons',
      text: 'UTF-8, semicolons, decimal comma',
      resolution: '1D',
    },
    first: ['2024-01-02T00:00:00Z', 16828.67, 16963.4, 16730.1, 16769.36, 61458022],
  },
  {
    kind: 'Excel: 3-Jan-22 and CRLF',
    file: 'Date,Open,High,Low,Close\r\n3-Jan-22,177.83,182.88,177.71,182.01\r\n4-Jan-22,182.63,182.94,179.12,179.7\r\n',
    plan: { dialect: 'Table with commas', resolution: '1D', barCount: 2 },
    first: ['2022-01-03T00:00:00Z', 177.83, 182.88, 177.71, 182.01, null],
  },
  {
    kind: 'Excel: thousands in quotes',
    file: lines(
      'Date,Open,High,Low,Close,Volume',
      '12/29/2023,"42,283.58","42,400.00","42,100.5","42,300","1,234,567"',
      '12/30/2023,"42,300","42,400","42,100","42,200.25","1,000"',
    ),
    plan: { dialect: 'Table with commas', timeForm: 'dates as m/d/y' },
    first: ['2023-12-29T00:00:00Z', 42283.58, 42400, 42100.5, 42300, 1234567],
  },
  {
    kind: 'day first, told by the last line',
    file: lines(
      'Date,Open,High,Low,Close',
      '11/01/2024,1,2,1,2',
      '12/01/2024,1,2,1,2',
      '13/01/2024,1,2,1,2',
    ),
    plan: { dialect: 'Table with commas', timeForm: 'dates as d/m/y', resolution: '1D' },
    first: ['2024-01-11T00:00:00Z', 1, 2, 1, 2, null],
  },
  {
    kind: 'UTF-16, little-endian',
    file: utf16(PLAIN.replaceAll(',', '\t'), false),
    plan: { dialect: 'Table with tabs', text: 'UTF-16, tabs, decimal point' },
    first: PLAIN_FIRST,
  },
  {
    kind: 'UTF-16, big-endian',
    file: utf16(PLAIN, true),
    plan: { dialect: 'Table with commas', text: 'UTF-16 (big-endian), commas, decimal point' },
    first: PLAIN_FIRST,
  },
  {
    kind: 'UTF-16 without a mark, ended by CR',
    file: new Uint8Array(Buffer.from(PLAIN.replaceAll('\n', '\r'), 'utf16le')),
    plan: { dialect: 'Table with commas', barCount: 2 },
    first: PLAIN_FIRST,
  },
  {
    kind: 'tiny prices, with exponents',
    file: lines(
      'unix,date,symbol,open,high,low,close,Volume SHIB',
      '1704153600000,2024-01-02 00:00:00,SHIBUSDT,1.035E-05,0.00002118,0.00001032,0.00001068,1e12',
      '1704157200000,2024-01-02 01:00:00,SHIBUSDT,0.00001068,0.00002118,0.00001032,0.00001068,1e12',
    ),
    plan: { dialect: 'CryptoDataDownload', resolution: '60' },
    first: ['2024-01-02T00:00:00Z', 0.00001035, 0.00002118, 0.00001032, 0.00001068, 1e12],
  },
  {
    kind: 'huge prices, volumes in billions',
    file: lines(
      'Date|Open|High|Low|Close|Volume',
      'Jan 02, 2024|725000000|731000000.5|720000000|730000000|1.25B',
      'Jan 03, 2024|725000000|731000000.5|720000000|730000000|2T',
    ),
    plan: { dialect: 'Table with bars', resolution: '1D' },
    first: ['2024-01-02T00:00:00Z', 725e6, 731000000.5, 72e7, 73e7, 1.25e9],
  },
  {
    kind: 'the export of a chart',
    file: '# Simulated\r\n"time (ISO 8601, UTC)",humanReadableDate (Africa/Johannesburg),open,high,low,close,volume,closed,symbol,resolution\r\n2026-11-19T12:00:00Z,2026-11-19 14:00,1234.5,1235.25,1234,1235,,TRUE,FMP:BTC/USD,15\r\n2026-11-19T12:15:00Z,2026-11-19 14:15,1234.5,1235.25,1234,1235,7,FALSE,FMP:BTC/USD,15\r\n',
    plan: { dialect: 'Moneytrail chart export', isSimulated: true, resolution: '15' },
    first: ['2026-11-19T12:00:00Z', 1234.5, 1235.25, 1234, 1235, null],
  },
];

describe.each(SAMPLES)('$kind', ({ file, options = {}, hours, plan, first }) => {
  test('is recognised, and read as it was written', async () => {
    const outcome = await planOf(file, options, hours);
    expect(outcome).toMatchObject({ kind: 'planned', plan });
    const [bar] = (await barsIn(file, outcome)).sort((a, b) => a.time - b.time);
    const [time, open, high, low, close, volume] = first;
    expect(bar).toEqual({ time: Date.parse(time), open, high, low, close, volume });
  });
});

describe('a file that leaves something open', () => {
  const questions = async (...args: Parameters<typeof planOf>) => {
    const outcome = await planOf(...args);
    return outcome.kind === 'questions' ? outcome.questions : outcome;
  };

  test('is asked for its zone, and read in the given one', async () => {
    const file = lines('2024.01.02,00:00,1,2,1,2,5', '2024.01.02,00:01,1,2,1,2,5');
    expect(await questions(file)).toMatchObject([{ option: 'zone', choices: ['Etc/UTC'] }]);
    expect(await questions(file, { zone: 'Mars/Olympus' })).toMatchObject([
      { option: 'zone', text: 'Mars/Olympus is no IANA time zone.' },
    ]);
  });

  test('is asked for the order of day and month where both go on', async () => {
    const file = lines('Date,Open,High,Low,Close', '01/02/2024,1,2,1,2', '01/03/2024,1,2,1,2');
    expect(await questions(file)).toMatchObject([{ option: 'dates', choices: ['d/m/y', 'm/d/y'] }]);
    const outcome = await planOf(file, { dates: 'm/d/y' });
    expect((await barsIn(file, outcome)).map(({ time }) => time)).toEqual([
      Date.UTC(2024, 0, 2),
      Date.UTC(2024, 0, 3),
    ]);
  });

  test('reads dates in the one order in which the file goes on', async () => {
    const file = lines(
      'Date,Open,High,Low,Close',
      '11/10/2024,1,2,1,2',
      '12/10/2024,1,2,1,2',
      '01/11/2024,1,2,1,2',
      '02/11/2024,1,2,1,2',
    );
    expect(await planOf(file)).toMatchObject({
      kind: 'planned',
      plan: { timeForm: 'dates as d/m/y' },
    });
  });

  test('names the lines that contradict each other', async () => {
    const file = lines('Date,Open,High,Low,Close', '13/02/2024,1,2,1,2', '01/14/2024,1,2,1,2');
    expect(await questions(file)).toMatchObject([
      { text: 'Line 2 (13/02/2024) begins with the day, line 3 (01/14/2024) with the month.' },
    ]);
  });

  test('is asked whether a comma marks decimals or thousands', async () => {
    const file = lines(
      'Date;Open;High;Low;Close',
      '2024-01-02;1,234;1,300;1,200;1,250',
      '2024-01-03;1,234;1,300;1,200;1,250',
    );
    expect(await questions(file)).toMatchObject([{ option: 'decimal', choices: ['.', ','] }]);
    const [bar] = await barsIn(file, await planOf(file, { decimal: ',' }));
    expect(bar?.open).toBe(1.234);
    const [other] = await barsIn(file, await planOf(file, { decimal: '.' }));
    expect(other?.open).toBe(1234);
  });

  test('is told once that columns are missing, and takes the given ones', async () => {
    const file = lines('When,P,Q,R,S', '2024-01-02,1,3,1,2', '2024-01-03,1,3,1,2');
    const columns = { time: 'When', open: 'P', high: 'Q', low: 'R', close: 'S' };
    expect(await questions(file)).toEqual([
      {
        option: 'columns',
        text: 'No column is recognised as open, high, low, close. Its columns are When, P, Q, R, S.',
        choices: ['When', 'P', 'Q', 'R', 'S'],
      },
    ]);
    expect(await planOf(file, { columns })).toMatchObject({
      kind: 'planned',
      plan: { barCount: 2 },
    });
    expect(await questions(file, { columns: { ...columns, close: 'E' } })).toMatchObject([
      { text: 'The file has no column "E" for close.' },
    ]);
  });

  test('with bars that are not stored can become longer bars', async () => {
    const rows = Array.from(
      { length: 6 },
      (_, i) =>
        `2024-01-02T00:${String(i * 5).padStart(2, '0')}:00Z,${i + 1},${i + 3},${i},${i + 2},10`,
    );
    const file = lines('time,Open,High,Low,Close,Volume', ...rows);
    expect(await questions(file)).toMatchObject([
      { option: 'resolution', choices: ['15', '60', '1D'] },
    ]);
    const outcome = await planOf(file, { resolution: '15' });
    expect(outcome).toMatchObject({
      plan: { isRolledUp: true, interval: '5 minutes', barCount: 2 },
    });
    expect(await barsIn(file, outcome)).toEqual([
      { time: Date.UTC(2024, 0, 2), open: 1, high: 5, low: 0, close: 4, volume: 30 },
      { time: Date.UTC(2024, 0, 2, 0, 15), open: 4, high: 8, low: 3, close: 7, volume: 30 },
    ]);
  });

  test('with days is never stored as minutes, nor weeks as days', async () => {
    expect(await questions(PLAIN, { resolution: '1' })).toMatchObject([{ option: 'resolution' }]);
    const weeks = lines('Date,Open,High,Low,Close', '2024-01-01,1,2,1,2', '2024-01-08,1,2,1,2');
    expect(await questions(weeks)).toMatchObject([{ option: 'resolution', choices: [] }]);
    expect(await questions(weeks, { resolution: '1D' })).toMatchObject([{ option: 'resolution' }]);
  });
});

describe('clock changes', () => {
  const file = (...times: string[]) =>
    lines('Date,Time,Open,High,Low,Close', ...times.map((time) => `${time},1,2,1,2`));
  const zone = 'Europe/Berlin';
  const twice = ['2024-10-27,01:00', '2024-10-27,02:00', '2024-10-27,02:00', '2024-10-27,03:00'];
  const expected = [
    '2024-10-26T23:00Z',
    '2024-10-27T00:00Z',
    '2024-10-27T01:00Z',
    '2024-10-27T02:00Z',
  ];

  test.each([
    ['oldest first', twice],
    ['newest first', twice.toReversed()],
  ])('an hour that the clock shows twice is read twice, %s', async (_, times) => {
    const text = file(...times);
    const outcome = await planOf(text, { zone });
    expect(outcome).toMatchObject({ plan: { doubledTimes: 2, barCount: 4, resolution: '60' } });
    const found = (await barsIn(text, outcome)).map(({ time }) => time).sort((a, b) => a - b);
    expect(found).toEqual(expected.map((time) => Date.parse(time)));
  });

  test('an hour that the clock skips is told', async () => {
    const text = file(
      '2024-03-31,01:00',
      '2024-03-31,02:00',
      '2024-03-31,04:00',
      '2024-03-31,05:00',
    );
    expect(await planOf(text, { zone })).toMatchObject({ plan: { skippedTimes: 1 } });
  });
});

describe('times at the end of each bar', () => {
  const clock = (minutes: number) =>
    String(Math.floor(minutes / 60)).padStart(2, '0') + String(minutes % 60).padStart(2, '0');
  /** Sessions of four days as NinjaTrader writes them, from one time of the day to another in steps. */
  const sessions = (from: number, to: number, step: number, separator = ';') => {
    const times = ['20240102', '20240103', '20240104', '20240105'].flatMap((day) => {
      const of: string[] = [];
      for (let at = from; at < to + step; at += step)
        of.push(`${day} ${clock(Math.min(at, to))}00`);
      return of;
    });
    return lines(
      ...times.map((time, i) => [time, 10 + i, 12 + i, 9 + i, 11 + i, 5].join(separator)),
    );
  };
  const OPEN = 9 * 60 + 30;
  const CLOSE = 16 * 60;
  const zone = 'America/New_York';
  const questions = async (...given: Parameters<typeof planOf>) => {
    const outcome = await planOf(...given);
    return outcome.kind === 'questions' ? outcome.questions : outcome;
  };

  test('are proven by the breaks of NinjaTrader files, and become starts', async () => {
    const file = sessions(OPEN + 1, CLOSE, 1);
    const outcome = await planOf(file, { zone }, 'us-stocks');
    expect(outcome).toMatchObject({
      plan: { dialect: 'NinjaTrader', marked: 'end', resolution: '1', gaps: null },
    });
    const bars = await barsIn(file, outcome);
    expect(bars).toHaveLength(4 * 390);
    expect(bars[0]).toMatchObject({ time: Date.parse('2024-01-02T14:30Z'), open: 10 });
    expect(bars[389]).toMatchObject({ time: Date.parse('2024-01-02T20:59Z') });
    if (outcome.kind !== 'planned') throw new Error('no plan');
    expect(planLines(outcome.plan).join('\n')).toContain('at the end of each bar');
    const starts = await planOf(sessions(OPEN, CLOSE - 1, 1), { zone }, 'us-stocks');
    expect(starts).toMatchObject({ plan: { marked: 'start', gaps: null } });
  });

  test('are asked for where the breaks prove nothing, and shorter last bars end with the session', async () => {
    const file = sessions(OPEN + 60, CLOSE, 60);
    expect(await questions(file, { zone }, 'us-stocks')).toMatchObject([
      { option: 'times', choices: ['end', 'start'] },
    ]);
    const outcome = await planOf(file, { zone, times: 'end' }, 'us-stocks');
    expect(outcome).toMatchObject({ plan: { resolution: '60', barCount: 28, gaps: null } });
    const bars = await barsIn(file, outcome);
    expect(bars.slice(0, 7).map(({ time }) => new Date(time).toISOString().slice(11, 16))).toEqual([
      '14:30',
      '15:30',
      '16:30',
      '17:30',
      '18:30',
      '19:30',
      '20:30',
    ]);
    expect(await planOf(file, { zone, times: 'start' }, 'us-stocks')).toMatchObject({
      kind: 'bad',
    });
    expect(
      await planOf(sessions(OPEN + 5, CLOSE, 60), { zone, times: 'end' }, 'us-stocks'),
    ).toMatchObject({
      bad: expect.arrayContaining([
        { line: 1, reason: expect.stringContaining('not the end of a bar') },
      ]),
    });
  });

  test('are suggested for tables of unknown makers, whose bars also become longer ones', async () => {
    const file = sessions(OPEN + 5, CLOSE, 5, ',');
    expect(await questions(file, { zone, resolution: '60' }, 'us-stocks')).toMatchObject([
      { option: 'times', choices: ['end', 'start'] },
    ]);
    const answered = { zone, resolution: '60', times: 'end' } as const;
    const bars = await barsIn(file, await planOf(file, answered, 'us-stocks'));
    expect(bars).toHaveLength(28);
    expect(bars[0]).toMatchObject({ time: Date.parse('2024-01-02T14:30Z'), open: 10, volume: 60 });
    expect(bars[6]).toMatchObject({ time: Date.parse('2024-01-02T20:30Z'), volume: 30 });
    const starts = sessions(OPEN, CLOSE - 5, 5, ',');
    expect(await planOf(starts, { zone, resolution: '60' }, 'us-stocks')).toMatchObject({
      plan: { marked: 'start', barCount: 28 },
    });
  });

  test('do not move days', async () => {
    const file = lines('20240102;1;2;1;2;10', '20240103;1;2;1;2;10');
    const outcome = await planOf(file, { times: 'end' }, 'us-stocks');
    expect(outcome).toMatchObject({ plan: { dialect: 'NinjaTrader', resolution: '1D' } });
    expect((await barsIn(file, outcome))[0]?.time).toBe(Date.UTC(2024, 0, 2));
  });
});

test('files that are no tables are refused in words', async () => {
  for (const [text, message] of [
    ['', 'The file is empty.'],
    ['hello\nworld\n', 'No line has five columns'],
    ['PK\0\0\0\0', 'The file is not text.'],
  ] as const) {
    expect(await planOf(text)).toMatchObject({
      kind: 'unreadable',
      message: expect.stringContaining(message),
    });
  }
});

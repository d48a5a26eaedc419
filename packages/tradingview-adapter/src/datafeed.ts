import { type AdapterOptions, connect, fieldOf } from './connection.ts';
import type {
  ChartMark,
  DatafeedConfiguration,
  FoundSymbol,
  HistoryMetadata,
  LibraryBar,
  LibrarySymbol,
  Period,
  TimescaleMark,
} from './library-types.ts';
import { createLiveStream } from './live-stream.ts';

const SECOND_MS = 1_000;
/** Bars that a page which was cut off reads to close its gap. */
const GAP_BARS = 300;

export type Datafeed = ReturnType<typeof createDatafeed>;

type Failed = (reason: string) => void;

const tickerOf = ({ ticker, name }: LibrarySymbol) => ticker ?? name;
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Columns of the server, in seconds, as rows. */
function rowsOf(table: unknown): LibraryBar[] {
  const column = (name: string) => (fieldOf(table, name) ?? []) as number[];
  const [times, opens, highs, lows, closes] = ['t', 'o', 'h', 'l', 'c'].map(column);
  const volumes = fieldOf(table, 'v') as number[] | undefined;
  return (times ?? []).map((time, at) => {
    const [open = 0, high = 0, low = 0, close = 0] = [opens, highs, lows, closes].map(
      (each) => each?.[at],
    );
    const volume = volumes?.[at];
    return {
      time: time * SECOND_MS,
      open,
      high,
      low,
      close,
      ...(volume === undefined ? {} : { volume }),
    };
  });
}

function marksOf(table: unknown): ChartMark[] {
  const column = (name: string) => (fieldOf(table, name) ?? []) as never[];
  return column('id').map((id, at) => ({
    id,
    time: column('time')[at] ?? 0,
    color: column('color')[at] ?? '',
    text: column('text')[at] ?? '',
    label: column('label')[at] ?? '',
    labelFontColor: column('labelFontColor')[at] ?? '',
    minSize: column('minSize')[at] ?? 0,
  }));
}

/**
 * The library's `datafeed`: symbols, bars and marks by the server's Universal Data Feed, and live bars by its stream. The
 * library needs every callback to come later than its call, which requests ensure.
 */
export function createDatafeed(options: AdapterOptions) {
  const connection = connect(options);
  const stream = createLiveStream(connection);
  /** The time of the newest bar that each chart has, by which weeks and months are dated. */
  const newest = new Map<string, number>();

  async function ask(path: string, query: Record<string, string>): Promise<unknown> {
    const answer = await connection.get(`/api/udf/${path}`, query);
    if (fieldOf(answer, 's') === 'error') throw new Error(String(fieldOf(answer, 'errmsg')));
    return answer;
  }

  const askMarks = (
    path: string,
    wanted: { symbol: LibrarySymbol; from: number; to: number; resolution: string },
  ) =>
    ask(path, {
      symbol: tickerOf(wanted.symbol),
      from: String(wanted.from),
      to: String(wanted.to),
      resolution: wanted.resolution,
    });

  async function readBars(
    symbol: LibrarySymbol,
    resolution: string,
    { to, countBack }: Pick<Period, 'to' | 'countBack'>,
  ): Promise<LibraryBar[]> {
    const query = {
      symbol: tickerOf(symbol),
      resolution,
      to: String(to),
      countback: String(countBack),
    };
    const bars = rowsOf(await ask('history', query));
    const last = bars.at(-1);
    const key = `${tickerOf(symbol)} ${resolution}`;
    if (last) newest.set(key, Math.max(last.time, newest.get(key) ?? 0));
    return bars;
  }

  /** The stream dates a week or month by its first day, history by its first trading day, which is never earlier. */
  function dated(key: string, resolution: string, bar: LibraryBar): LibraryBar {
    const known = newest.get(key) ?? 0;
    const isLong = /[WM]$/.test(resolution);
    const isSame = isLong && bar.time < known && known < nextPeriodMs(resolution, bar.time);
    return isSame ? { ...bar, time: known } : bar;
  }

  return {
    onReady(callback: (configuration: DatafeedConfiguration) => void): void {
      connection.get('/api/udf/config').then(
        (configuration) => callback(configuration as DatafeedConfiguration),
        (error: unknown) => console.error('The data feed is not ready:', reasonOf(error)),
      );
    },
    searchSymbols(
      input: string,
      exchange: string,
      type: string,
      onFound: (found: FoundSymbol[]) => void,
    ): void {
      ask('search', { query: input, exchange, type, limit: '30' }).then(
        (found) => onFound(found as FoundSymbol[]),
        () => onFound([]),
      );
    },
    resolveSymbol(
      name: string,
      onResolved: (symbol: LibrarySymbol) => void,
      onError: Failed,
    ): void {
      ask('symbols', { symbol: name }).then(
        (symbol) => onResolved(symbol as LibrarySymbol),
        (error: unknown) => onError(reasonOf(error)),
      );
    },
    getBars(
      symbol: LibrarySymbol,
      resolution: string,
      period: Period,
      onBars: (bars: LibraryBar[], metadata: HistoryMetadata) => void,
      onError: Failed,
    ): void {
      readBars(symbol, resolution, period).then(
        (bars) => onBars(bars, { noData: bars.length === 0 }),
        (error: unknown) => onError(reasonOf(error)),
      );
    },
    subscribeBars(
      symbol: LibrarySymbol,
      resolution: string,
      onTick: (bar: LibraryBar) => void,
      id: string,
      onResetCacheNeeded: () => void,
    ): void {
      const key = `${tickerOf(symbol)} ${resolution}`;
      /** The library refuses bars that are older than its newest. */
      const push = (bar: LibraryBar) => {
        const told = dated(key, resolution, bar);
        if (told.time < (newest.get(key) ?? 0)) return;
        newest.set(key, told.time);
        onTick(told);
      };
      const closeGap = async () => {
        const sinceMs = newest.get(key) ?? 0;
        const to = Math.ceil(Date.now() / SECOND_MS) + 1;
        const bars = await readBars(symbol, resolution, { to, countBack: GAP_BARS });
        // A longer gap is closed by the library, which asks for its bars anew.
        if (bars.length === GAP_BARS && (bars[0]?.time ?? 0) > sinceMs) onResetCacheNeeded();
        else for (const bar of bars.filter(({ time }) => time >= sinceMs)) onTick(bar);
      };
      stream.subscribe(id, {
        symbol: tickerOf(symbol),
        resolution,
        onBar: push,
        onGap: () => void closeGap().catch(() => onResetCacheNeeded()),
        onRefused: (message) => console.warn(`${tickerOf(symbol)} is not streamed:`, message),
      });
    },
    unsubscribeBars: (id: string): void => stream.unsubscribe(id),
    getMarks(
      symbol: LibrarySymbol,
      from: number,
      to: number,
      onMarks: (marks: ChartMark[]) => void,
      resolution: string,
    ): void {
      askMarks('marks', { symbol, from, to, resolution }).then(
        (table) => onMarks(marksOf(table)),
        () => onMarks([]),
      );
    },
    getTimescaleMarks(
      symbol: LibrarySymbol,
      from: number,
      to: number,
      onMarks: (marks: TimescaleMark[]) => void,
      resolution: string,
    ): void {
      askMarks('timescale_marks', { symbol, from, to, resolution }).then(
        (marks) => onMarks(marks as TimescaleMark[]),
        () => onMarks([]),
      );
    },
    /** Seconds. */
    getServerTime(callback: (seconds: number) => void): void {
      connection.get('/api/udf/time').then(
        (seconds) => callback(Number(seconds)),
        () => undefined,
      );
    },
  };
}

function nextPeriodMs(resolution: string, startMs: number): number {
  const day = new Date(startMs);
  if (resolution.endsWith('W')) return startMs + 7 * 24 * 3_600 * SECOND_MS;
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1);
}

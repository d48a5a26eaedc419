import { DAY_MS, HOUR_MS, MINUTE_MS } from '@moneytrail/calendar';
import {
  type Bar,
  getHistory,
  getMarks,
  getSummary,
  type Mark,
  type Summary,
} from '@moneytrail/contract';
import {
  columnsFrom,
  computeMarks,
  computeStudy,
  DEFAULT_INPUTS,
  levelDepth,
} from '@moneytrail/indicators';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { useTestDatabase } from '../../db/testing/use-test-database.ts';
import { SUPER_ADMIN } from '../../http/testing/super-admin.ts';
import {
  type AnalysisServer,
  PATHS,
  startAnalysisServer,
} from './testing/start-analysis-server.ts';
import { trendingBars } from './testing/trending-bars.ts';

/** The bar of this day is still forming. */
const TODAY = Date.parse('2026-11-20');
const NOW = TODAY + 12 * HOUR_MS;
const DAYS = trendingBars(900, TODAY, DAY_MS);
const CLOSED = DAYS.slice(0, -1);
const SYMBOL = { e: 'FMP', fsym: 'BTCUSD', resolution: '1D' };
const EVERYTHING = {
  ...SYMBOL,
  fromTs: (TODAY - 899 * DAY_MS) / 1_000,
  toTs: (TODAY + DAY_MS) / 1_000,
};

describe.each(USUAL_KINDS)('on %s', (kind) => {
  const database = useTestDatabase(kind);

  /** A server on the shared database; tests that write use symbols of their own, to keep ledgers apart. */
  async function start(): Promise<AnalysisServer> {
    const server = await startAnalysisServer(database, NOW);
    onTestFinished(() => server.close());
    for (const code of ['BTCUSD', 'ETHUSD']) server.feeds.FMP.bars.set(`${code} 1D`, DAYS);
    return server;
  }

  async function marksOf(
    server: AnalysisServer,
    query: Record<string, string | number>,
  ): Promise<Mark[]> {
    const { status, body } = await server.get(PATHS.marks, query);
    expect(status).toBe(200);
    return getMarks.response.parse(body).marks;
  }

  async function summaryOf(
    server: AnalysisServer,
    query: Record<string, string | number>,
  ): Promise<Summary> {
    const { status, body } = await server.get(PATHS.summary, query);
    expect(status).toBe(200);
    return getSummary.response.parse(body);
  }

  test('M25: summary and marks are those of the indicators for the bars of history', async () => {
    const server = await start();
    const answer = await server.get(PATHS.history, EVERYTHING);
    const bars = getHistory.response.parse(answer.body).Data;
    expect(bars).toEqual(DAYS);
    const closed = columnsFrom(bars.slice(0, -1));
    const last = closed.length - 1;
    const summary = await summaryOf(server, SYMBOL);
    const tightness = computeStudy('tightness', closed, DEFAULT_INPUTS);
    expect(summary).toMatchObject({
      symbol: 'FMP:BTC/USD',
      simulated: true,
      time: TODAY - DAY_MS,
      closedAt: TODAY,
      currentPrice: closed.close[last],
      previousClose: closed.close[last - 1],
    });
    const { deployment } = computeStudy('deployment', closed, DEFAULT_INPUTS);
    const { spread } = computeStudy('liquiditySpread', closed, DEFAULT_INPUTS);
    const figures: [number | null, number | undefined][] = [
      [summary.longTermTightness.value, tightness.longTerm[last]],
      [summary.distanceToLongTermMin.value, tightness.distanceToLongTermMin[last]],
      [summary.deployment, deployment[last]],
      [summary.liquiditySpread, spread[last]],
    ];
    for (const [shown, drawn] of figures) expect(shown).toBeCloseTo(drawn ?? Number.NaN, 9);
    const depth = levelDepth(closed, { level: 'longTermResistance', inputs: DEFAULT_INPUTS });
    expect(summary.longTermResistance.bars).toEqual(
      depth.map(({ time, value }) => ({ time, close: value, resolution: '1D' })),
    );
    const marks = await marksOf(server, EVERYTHING);
    const expected = computeMarks(closed, DEFAULT_INPUTS);
    expect(expected.length).toBeGreaterThan(5);
    expect(marks.map(({ time, side, strong, price }) => ({ time, side, strong, price }))).toEqual(
      expected.map(({ time, side, strong, price }) => ({ time, side, strong, price })),
    );
  });

  test('a mark has the chart’s words and colours', async () => {
    const server = await start();
    const marks = await marksOf(server, { ...EVERYTHING, fsym: 'ETHUSD' });
    const buy = marks.find(({ side, strong }) => side === 'buy' && strong);
    const close = CLOSED.find(({ time }) => time === buy?.time)?.close ?? 0;
    const price = close.toLocaleString('en-US', { minimumFractionDigits: 2 });
    expect(buy).toMatchObject({
      label: 'B',
      color: '#098474',
      shape: 'arrowUp',
      size: 2,
      text: `BUY · strong · ${price}`,
      formulaVersion: 1,
      notes: [],
    });
    const sell = marks.find(({ side }) => side === 'sell');
    expect(sell).toMatchObject({ label: 'S', color: '#B81D3C', shape: 'arrowDown' });
  });

  test('marks are the same for any pieces, order and number of processes', async () => {
    const server = await start();
    const piece = (fromDay: number, toDay: number, fsym: string) => ({
      ...SYMBOL,
      fsym,
      fromTs: (TODAY - fromDay * DAY_MS) / 1_000,
      toTs: (TODAY - toDay * DAY_MS) / 1_000,
    });
    for (const code of ['AAPL', 'TSLA']) server.feeds.FMP.bars.set(`${code} 1D`, weekdays());
    const other = await start();
    other.feeds.FMP.bars.set('TSLA 1D', weekdays());
    const pieces = [
      [300, 200],
      [899, 700],
      [250, 100],
      [100, -1],
      [720, 280],
    ] as const;
    for (const [fromDay, toDay] of pieces) await marksOf(server, piece(fromDay, toDay, 'AAPL'));
    await Promise.all(
      pieces.flatMap(([fromDay, toDay]) =>
        [server, other].map((process) => marksOf(process, piece(fromDay, toDay, 'TSLA'))),
      ),
    );
    const strip = ({ time, side, strong, price, text }: Mark) => ({
      time,
      side,
      strong,
      price,
      text,
    });
    const inPieces = await marksOf(server, piece(899, -1, 'AAPL'));
    const atOnce = await marksOf(other, piece(899, -1, 'TSLA'));
    const expected = computeMarks(columnsFrom(weekdays().slice(0, -1)), DEFAULT_INPUTS);
    expect(inPieces.map(({ time }) => time)).toEqual(expected.map(({ time }) => time));
    expect(atOnce.map(strip)).toEqual(inPieces.map(strip));
    expect(new Set(inPieces.map(({ id }) => id)).size).toBe(inPieces.length);
  });

  test('marks of the same bars are computed once for all ranges', async () => {
    const server = await start();
    const whole = await marksOf(server, EVERYTHING);
    const reads = vi.spyOn(server.bars, 'history');
    for (let i = 1; i <= 20; i++) {
      const spelt = { fromTs: EVERYTHING.fromTs - i, toTs: EVERYTHING.toTs + i };
      expect(await marksOf(server, { ...EVERYTHING, ...spelt })).toEqual(whole);
    }
    expect(reads).not.toHaveBeenCalled();
  });

  test('a bar gets its mark once it has closed and settled, not before', async () => {
    const sell = computeMarks(columnsFrom(CLOSED), DEFAULT_INPUTS).at(-1);
    if (!sell) throw new Error('the sample has no marks');
    const server = await start();
    const bitcoin = { ...SYMBOL, e: 'Bitfinex' };
    server.feeds.Bitfinex.bars.set(
      'BTCUSD 1D',
      DAYS.filter(({ time }) => time <= sell.time),
    );
    const range = {
      fromTs: (sell.time - 10 * DAY_MS) / 1_000,
      toTs: (sell.time + 9 * DAY_MS) / 1_000,
    };
    const times = async () =>
      (await marksOf(server, { ...bitcoin, ...range })).map(({ time }) => time);
    server.nowMs = sell.time + DAY_MS - 1;
    expect(await times()).not.toContain(sell.time);
    server.nowMs = sell.time + DAY_MS + 5_000;
    expect(await times()).not.toContain(sell.time);
    server.nowMs = sell.time + DAY_MS + 10_000;
    expect(await times()).toContain(sell.time);
  });

  test('a published mark never changes; a corrected bar adds a note, once', async () => {
    const server = await start();
    const query = {
      ...SYMBOL,
      e: 'Bitfinex',
      fsym: 'LTCUSD',
      fromTs: EVERYTHING.fromTs,
      toTs: EVERYTHING.toTs,
    };
    server.feeds.Bitfinex.bars.set('LTCUSD 1D', DAYS);
    server.nowMs = TODAY - 300 * DAY_MS;
    await server.runJob('publish-marks', 'Bitfinex:LTCUSD');
    server.nowMs = NOW;
    await server.runJob('publish-marks', 'Bitfinex:LTCUSD');
    const before = await marksOf(server, query);
    const published = before.at(-1);
    if (!published) throw new Error('the sample has no marks');
    const bar = DAYS.find(({ time }) => time === published.time);
    if (!bar) throw new Error('the mark has no bar');
    const instrument = await server.catalogue.resolve('Bitfinex:LTCUSD');
    const corrected = { ...bar, close: bar.open, volume: 1 };
    const correct = () =>
      server.bars.write({ instrument, resolution: '1D', bars: [corrected], isTrusted: true });
    expect(published.publishedAt).toBe(NOW);
    await correct();
    await server.runJob('note-corrections', 'Bitfinex:LTCUSD');
    const note = `The source corrected this bar after the mark was published: close ${bar.close} → ${bar.open}, volume ${bar.volume} → 1.`;
    expect((await marksOf(server, query)).at(-1)?.notes).toEqual([note]);
    await correct();
    await server.runJob('note-recent-corrections', 'Bitfinex:LTCUSD');
    await server.runJob('note-corrections', 'Bitfinex:LTCUSD');
    expect(await marksOf(server, query)).toEqual([
      ...before.slice(0, -1),
      { ...published, notes: [note] },
    ]);
    await expect(
      database.db.updateTable('marks').set({ price: 1 }).where('id', '=', published.id).execute(),
    ).rejects.toThrow('a published mark never changes');
    await expect(database.db.deleteFrom('marks').execute()).rejects.toThrow('never changes');
  });

  test('reading publishes nothing, and published marks do not depend on readers', async () => {
    const server = await start();
    const query = { ...EVERYTHING, e: 'Bitfinex', fsym: 'AVAXUSD' };
    server.feeds.Bitfinex.bars.set('AVAXUSD 1D', DAYS);
    const { id } = await server.catalogue.resolve('Bitfinex:AVAXUSD');
    const ledger = async () => {
      const rows = database.db.selectFrom('marks').select(['time', 'recorded_at_ms']);
      return rows.where('instrument_id', '=', id).orderBy('time').execute();
    };
    const looked = await marksOf(server, query);
    expect(looked.every(({ publishedAt }) => publishedAt === null)).toBe(true);
    expect(await ledger()).toEqual([]);
    server.nowMs = TODAY - 200 * DAY_MS;
    await server.runJob('publish-marks', 'Bitfinex:AVAXUSD');
    expect(await ledger()).toEqual([]);
    server.nowMs = NOW;
    await Promise.all([
      server.runJob('publish-marks', 'Bitfinex:AVAXUSD'),
      server.runJob('publish-marks', 'Bitfinex:AVAXUSD'),
    ]);
    const since = looked.filter(({ time }) => time >= TODAY - 200 * DAY_MS);
    expect(since.length).toBeGreaterThan(1);
    expect(await ledger()).toEqual(since.map(({ time }) => ({ time, recorded_at_ms: NOW })));
    await server.runJob('publish-marks', 'Bitfinex:AVAXUSD');
    const strip = ({ publishedAt: _, ...rest }: Mark) => rest;
    expect((await marksOf(server, query)).map(strip)).toEqual(looked.map(strip));
  });

  test('the marks of a late bar are published once it is stored', async () => {
    const server = await start();
    const marked = computeMarks(columnsFrom(CLOSED), DEFAULT_INPUTS).at(-1)?.time ?? 0;
    const query = { ...SYMBOL, e: 'Bitfinex', fsym: 'ETHUSD' };
    const range = {
      fromTs: (marked - 300 * DAY_MS) / 1_000,
      toTs: (marked + 2 * DAY_MS) / 1_000,
    };
    const bars = (isThere: (time: number) => boolean) => DAYS.filter(({ time }) => isThere(time));
    server.nowMs = marked + DAY_MS + 15_000;
    server.feeds.Bitfinex.bars.set(
      'ETHUSD 1D',
      bars((time) => time < marked),
    );
    const early = await marksOf(server, { ...query, ...range });
    server.feeds.Bitfinex.bars.set(
      'ETHUSD 1D',
      bars((time) => time <= marked),
    );
    server.nowMs += 60_000;
    const late = await marksOf(server, { ...query, ...range });
    expect(late.slice(0, -1)).toEqual(early);
    expect(late.at(-1)?.time).toBe(marked);
  });

  test('marks are sent compressed, revalidated by tag, and again after a correction of their bars', async () => {
    const server = await start();
    const minutes = trendingBars(4_000, NOW - MINUTE_MS, MINUTE_MS);
    server.feeds.Bitfinex.bars.set('LTCUSD 1', minutes);
    const [fromTs, toTs] = [(NOW - DAY_MS) / 1_000, NOW / 1_000];
    const query = { e: 'Bitfinex', fsym: 'LTCUSD', resolution: '1', fromTs, toTs };
    const ask = (knownTag: string) => server.get(PATHS.marks, query, { knownTag });
    const first = await ask('');
    const { marks } = getMarks.response.parse(first.body);
    const marked = minutes.find(({ time }) => time === marks.at(-3)?.time);
    if (!marked) throw new Error('there are marks');
    expect([first.status, first.encoding]).toEqual([200, 'gzip']);
    expect(await ask(first.tag)).toMatchObject({ status: 304, body: null, tag: first.tag });
    const instrument = await server.catalogue.resolve('Bitfinex:LTCUSD');
    const corrected = { ...marked, close: marked.open, low: marked.low - 1, high: marked.high + 1 };
    const bars = [corrected];
    await server.bars.write({ instrument, resolution: '1', bars, isTrusted: true });
    const second = await ask(first.tag);
    expect(second.status).toBe(200);
    const stored = minutes.map((bar) => (bar === marked ? corrected : bar));
    const expected = computeMarks(columnsFrom(stored), DEFAULT_INPUTS).map(({ time }) => time);
    expect(getMarks.response.parse(second.body).marks.map(({ time }) => time)).toEqual(
      expected.filter((time) => time >= fromTs * 1_000),
    );
  });

  test('C62: bars that cannot be read leave a warning and no gap in the ledger', async () => {
    const server = await start();
    const hours = trendingBars(4_000, NOW - HOUR_MS, HOUR_MS);
    const feed = server.feeds.Bitfinex;
    feed.bars.set('XRPUSD 1D', DAYS).set('XRPUSD 60', hours);
    const query = { e: 'Bitfinex', fsym: 'XRPUSD', resolution: '60' };
    const range = { fromTs: (NOW - 100 * DAY_MS) / 1_000, toTs: NOW / 1_000 };
    const ask = async (fromTs = range.fromTs) => {
      const { status, body } = await server.get(PATHS.marks, { ...query, ...range, fromTs });
      expect(status).toBe(200);
      return getMarks.response.parse(body);
    };
    feed.isFailing = ({ resolution, fromMs }) =>
      resolution === '60' && fromMs < Date.parse('2026-09-15');
    const summary = await summaryOf(server, { ...query, longTermLength: 200 });
    expect(summary.warning).toBeUndefined();
    // First bars of the range itself, then those before it that the formulas need.
    for (const fromTs of [range.fromTs, Date.parse('2026-10-05') / 1_000]) {
      const cut = await ask(fromTs);
      expect(cut.warning).toContain('Bitfinex');
      expect(cut.marks).toEqual([]);
    }
    feed.isFailing = () => false;
    server.nowMs += 60_000;
    const whole = await ask();
    const expected = computeMarks(columnsFrom(hours), DEFAULT_INPUTS)
      .map(({ time }) => time)
      .filter((time) => time >= range.fromTs * 1_000);
    expect(whole.warning).toBeUndefined();
    expect(whole.marks.map(({ time }) => time)).toEqual(expected);
    feed.isFailing = () => true;
    server.nowMs += 2 * HOUR_MS;
    const stored = await ask();
    expect(stored.marks).toEqual(whole.marks);
  });

  test('C62: nothing is published across missing bars, and everything once they are stored', async () => {
    const server = await start();
    const instrument = await server.catalogue.resolve('Bitfinex:SOLUSD');
    const feed = server.feeds.Bitfinex;
    const publish = () => server.runJob('publish-marks', 'Bitfinex:SOLUSD');
    const ledger = async () => {
      const rows = database.db.selectFrom('marks').select('time');
      const own = rows.where('instrument_id', '=', instrument.id).where('resolution', '=', '1D');
      return (await own.orderBy('time').execute()).map(({ time }) => time);
    };
    feed.bars.set('SOLUSD 1D', DAYS.slice(0, -100));
    server.nowMs = NOW - 100 * DAY_MS;
    await publish();
    const begun = server.nowMs;
    // From here on bars are stored.
    const { e, fsym } = { e: 'Bitfinex', fsym: 'SOLUSD' };
    await summaryOf(server, { ...SYMBOL, e, fsym });
    server.nowMs = NOW;
    feed.isFailing = () => true;
    const live = CLOSED.slice(-30);
    await server.bars.write({ instrument, resolution: '1D', bars: live, isTrusted: true });
    await publish().catch(() => undefined);
    expect(await ledger()).toEqual([]);
    feed.isFailing = () => false;
    feed.bars.set('SOLUSD 1D', DAYS);
    server.nowMs += 60_000;
    await publish();
    const marks = computeMarks(columnsFrom(CLOSED), DEFAULT_INPUTS).map(({ time }) => time);
    const expected = marks.filter((time) => time + DAY_MS > begun);
    expect(expected.length).toBeGreaterThan(1);
    expect(await ledger()).toEqual(expected);
  });

  test('a symbol that its feed refuses does not fail the job; a feed that answers for none does', async () => {
    const server = await start();
    const feed = server.feeds.Tiingo;
    const publish = () =>
      server.runJob('publish-marks', 'Tiingo:BTCUSD', 'Tiingo:ETHUSD', 'FMP:AAPL');
    const { id } = await server.catalogue.resolve('Tiingo:ETHUSD');
    feed.bars.set('ETHUSD 1D', DAYS);
    server.nowMs = TODAY - 200 * DAY_MS;
    await publish();
    server.nowMs = NOW;
    feed.isFailing = () => true;
    await expect(publish()).rejects.toThrow(/^4 series: Tiingo does not answer/);
    feed.isFailing = ({ instrument }) => instrument.code === 'BTCUSD';
    server.nowMs += MINUTE_MS;
    server.warnings.length = 0;
    await publish();
    const told = { feed: 'Tiingo', failed: 2, of: 4, tickers: ['Tiingo:BTC/USD'] };
    expect(server.warnings).toEqual([{ ...told, err: expect.any(Error) }]);
    const published = database.db.selectFrom('marks').select('id').where('instrument_id', '=', id);
    expect(await published.execute()).not.toEqual([]);
  });

  test.each([
    ['fails', 'LINKUSD', () => true],
    ['does not have it yet', 'DOGEUSD', () => false],
  ])(
    'where a vendor %s as a bar closes, no mark of its half-formed state is published',
    async (_, fsym, isFailing) => {
      const server = await start();
      const ticker = `Bitfinex:${fsym}`;
      const instrument = await server.catalogue.resolve(ticker);
      const feed = server.feeds.Bitfinex;
      const publish = () => server.runJob('publish-marks', ticker).catch(() => undefined);
      const ledger = async () => {
        const rows = database.db.selectFrom('marks').select('time');
        const own = rows.where('instrument_id', '=', instrument.id).where('resolution', '=', '1D');
        return (await own.orderBy('time').execute()).map(({ time }) => time);
      };
      const [before, marked] = computeMarks(columnsFrom(CLOSED), DEFAULT_INPUTS).slice(-2);
      if (!before || !marked) throw new Error('the sample has too few marks');
      const { time } = marked;
      feed.bars.set(
        `${fsym} 1D`,
        DAYS.filter((bar) => bar.time < before.time),
      );
      server.nowMs = before.time + 60_000;
      await publish();
      // The forming day looks like one with a mark.
      feed.bars.set(
        `${fsym} 1D`,
        DAYS.filter((bar) => bar.time <= time),
      );
      server.nowMs = time + DAY_MS - 60_000;
      await server.bars.lastBars({ instrument, resolution: '1D', count: 10 });
      feed.isFailing = isFailing;
      feed.bars.set(
        `${fsym} 1D`,
        DAYS.filter((bar) => bar.time < time),
      );
      server.nowMs = time + DAY_MS + 15_000;
      await publish();
      expect(await ledger()).toEqual([before.time]);
      // In the end it equals the day before.
      const quiet = DAYS.find((bar) => bar.time === time - DAY_MS);
      if (!quiet) throw new Error('there is a day before');
      const final = DAYS.filter((bar) => bar.time < time).concat({ ...quiet, time });
      expect(computeMarks(columnsFrom(final), DEFAULT_INPUTS).at(-1)?.time).toBe(before.time);
      feed.isFailing = () => false;
      feed.bars.set(`${fsym} 1D`, final);
      server.nowMs += 60_000;
      await publish();
      expect(await ledger()).toEqual([before.time]);
      server.nowMs += 4 * DAY_MS;
      await publish();
      expect(await ledger()).toEqual([before.time]);
    },
  );

  test('a summary is null with too few bars, and never computed from a partial window', async () => {
    const server = await start();
    server.feeds.FMP.bars.set('GBPUSD 1D', weekdays().slice(-31));
    const few = await summaryOf(server, { ...SYMBOL, fsym: 'GBPUSD' });
    expect(few).toMatchObject({
      barCount: 30,
      shortTermResistance: { value: expect.any(Number) },
      longTermResistance: { value: null, bars: [] },
      longTermTightness: { value: null },
      distanceToShortTermMin: { value: null },
      deployment: null,
      volatility: null,
    });
    const none = await summaryOf(server, { ...SYMBOL, fsym: 'COKE' });
    expect(none).toMatchObject({ barCount: 0, time: null, closedAt: null, currentPrice: null });
  });

  test('a summary follows its inputs, the closing of bars and their correction', async () => {
    const server = await start();
    server.feeds.Bitfinex.bars.set('SOLUSD 1D', DAYS);
    const query = { ...SYMBOL, e: 'Bitfinex', fsym: 'SOLUSD' };
    const first = await summaryOf(server, query);
    expect(await summaryOf(server, query)).toEqual(first);
    const shorter = await summaryOf(server, { ...query, shortTermLength: 10, source: 'high' });
    expect(shorter.shortTermResistance.value).toBe(
      Math.max(...CLOSED.slice(-10).map(({ high }) => high)),
    );
    const instrument = await server.catalogue.resolve('Bitfinex:SOLUSD');
    const yesterday = CLOSED.at(-1);
    if (!yesterday) throw new Error('no bars');
    const corrected = { ...yesterday, close: yesterday.low };
    await server.bars.write({ instrument, resolution: '1D', bars: [corrected], isTrusted: true });
    expect((await summaryOf(server, query)).currentPrice).toBe(yesterday.low);
    server.nowMs = TODAY + DAY_MS + 60_000;
    expect((await summaryOf(server, query)).time).toBe(TODAY);
  });

  test('without the permission there is no summary', async () => {
    const server = await start();
    const permissions = { isDetailedSummaryAllowed: false, isSuffixAllowed: false };
    server.caller = { ...SUPER_ADMIN, isSuperAdmin: false, permissions };
    const { status, body } = await server.get(PATHS.summary, SYMBOL);
    expect(status).toBe(403);
    expect(body).toEqual({
      message: 'Forbidden. You do not have the required permissions.',
      code: 'FORBIDDEN',
      requestId: expect.any(String),
    });
  });

  test('locked instruments are refused, the free one is not', async () => {
    const server = await start();
    server.caller = { ...SUPER_ADMIN, isSuperAdmin: false };
    const locked = { message: 'Source locked', code: 'SOURCE_LOCKED' };
    for (const path of [PATHS.summary, PATHS.marks]) {
      const query = path === PATHS.marks ? EVERYTHING : SYMBOL;
      const answer = await server.get(path, { ...query, fsym: 'AAPL' });
      expect(answer).toMatchObject({ status: 403, body: locked });
      expect((await server.get(path, query)).status).toBe(200);
    }
    server.caller = null;
    expect((await server.get(PATHS.summary, SYMBOL)).status).toBe(401);
    expect((await server.get(PATHS.marks, EVERYTHING)).status).toBe(200);
  });

  test.each([
    [PATHS.marks, { ...EVERYTHING, fromTs: 10, toTs: 5 }, 'fromTs'],
    [PATHS.marks, { ...EVERYTHING, resolution: '1', fromTs: 0, toTs: 2e9 }, 'at most 24 days'],
    [PATHS.marks, { ...EVERYTHING, toTs: 2e12 }, 'toTs'],
    [PATHS.marks, { ...EVERYTHING, resolution: '7' }, 'resolution'],
    [PATHS.summary, { ...SYMBOL, longTermLength: 300 }, 'longTermLength'],
    [PATHS.summary, { ...SYMBOL, fsym: '' }, 'Ticker is empty'],
    [PATHS.summary, { ...SYMBOL, colour: 'red' }, 'colour'],
  ])('%s refuses what it cannot answer and names it: %#', async (path, query, named) => {
    const server = await start();
    const { status, body } = await server.get(path, query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining(named) });
  });
});

/** The same prices on the days of a stock exchange. */
function weekdays(): Bar[] {
  const dates: number[] = [];
  for (let day = TODAY; dates.length < 600; day -= DAY_MS) {
    const weekday = new Date(day).getUTCDay();
    if (weekday !== 0 && weekday !== 6) dates.unshift(day);
  }
  return DAYS.slice(-600).map((bar, index) => ({ ...bar, time: dates[index] ?? 0 }));
}

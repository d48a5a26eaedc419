import { DAY_MS, HOUR_MS } from '@moneytrail/calendar';
import { getMarks, getSummary } from '@moneytrail/contract';
import { columnsFrom, computeMarks, DEFAULT_INPUTS } from '@moneytrail/indicators';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freezeTable } from '../../db/testing/freeze-table.ts';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { useTestDatabase } from '../../db/testing/use-test-database.ts';
import { PATIENT } from '../../testing/patient.ts';
import {
  type AnalysisServer,
  PATHS,
  startAnalysisServer,
} from './testing/start-analysis-server.ts';
import { trendingBars } from './testing/trending-bars.ts';

const TODAY = Date.parse('2026-11-20');
const NOW = TODAY + 12 * HOUR_MS;
const DAYS = trendingBars(900, TODAY, DAY_MS);
/** The last request before the vendor stopped answering. */
const LOOKED = NOW - 30 * DAY_MS;
const NEVER = new Promise<never>(() => undefined);
const SHORT = { feedMs: 100, answerMs: 5_000, checkMs: 250 };

const query = (fsym: string) => ({ e: 'Bitfinex', fsym, resolution: '1D' });
const everything = (fsym: string) => ({
  ...query(fsym),
  fromTs: (TODAY - 899 * DAY_MS) / 1_000,
  toTs: (TODAY + DAY_MS) / 1_000,
});

describe.each(USUAL_KINDS)('on %s', (kind) => {
  const database = useTestDatabase(kind);

  async function start(fsym: string, deadlines = { ...SHORT }): Promise<AnalysisServer> {
    const server = await startAnalysisServer(database, NOW, deadlines);
    onTestFinished(() => server.close());
    server.feeds.Bitfinex.bars.set(`${fsym} 1D`, DAYS);
    return server;
  }

  test('an unresponsive vendor delays an answer only to its deadline; the rest comes with a warning', async () => {
    const server = await start('BTCUSD');
    const known = DAYS.filter(({ time }) => time + DAY_MS <= LOOKED);
    server.nowMs = LOOKED;
    server.feeds.Bitfinex.bars.set('BTCUSD 1D', DAYS.slice(0, known.length + 1));
    await server.get(PATHS.history, everything('BTCUSD'));
    server.nowMs = NOW;
    server.feeds.Bitfinex.wait = NEVER;
    const marks = getMarks.response.parse(
      (await server.get(PATHS.marks, everything('BTCUSD'))).body,
    );
    const expected = computeMarks(columnsFrom(known), DEFAULT_INPUTS).map(({ time }) => time);
    expect(marks.warning).toMatch(/no answer within/);
    expect(marks.marks.map(({ time }) => time)).toEqual(expected);
    const answer = await server.get(PATHS.summary, query('BTCUSD'));
    const summary = getSummary.response.parse(answer.body);
    expect(summary.warning).toMatch(/no answer within/);
    // The day that was forming at that request was never read in its final form.
    expect(summary.time).toBe(known.at(-1)?.time);
  });

  test('with nothing stored an unresponsive vendor is named, with a retry time', async () => {
    const server = await start('ETHUSD');
    server.feeds.Bitfinex.wait = NEVER;
    const refused = await server.get(PATHS.summary, query('ETHUSD'));
    expect(refused).toMatchObject({ status: 503, body: { code: 'FEED_UNAVAILABLE' } });
    expect(refused.retryAfterSeconds).toBeGreaterThan(0);
    const marks = await server.get(PATHS.marks, everything('ETHUSD'));
    expect(marks).toMatchObject({ status: 200, body: { marks: [] } });
    expect(getMarks.response.parse(marks.body).warning).toMatch(/no answer within/);
  });

  test('an unresponsive database is reported in time, with a retry time', async () => {
    const server = await start('LTCUSD', { ...SHORT, answerMs: 200 });
    const release = await freezeTable(database.db, 'bar_chunks');
    try {
      const answers = await Promise.all([
        server.get(PATHS.summary, query('LTCUSD')),
        server.get(PATHS.marks, everything('LTCUSD')),
      ]);
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
        expect(answer.retryAfterSeconds).toBeGreaterThan(0);
      }
    } finally {
      await release();
    }
  });

  test.each([
    ['summary', 'XRPUSD'],
    ['marks', 'SOLUSD'],
  ] as const)(
    'for %s that nobody waits for any more the vendor is asked no longer',
    async (name, fsym) => {
      const server = await start(fsym, { ...PATIENT });
      const feed = server.feeds.Bitfinex;
      feed.wait = NEVER;
      const asked = name === 'marks' ? everything(fsym) : query(fsym);
      const callers = [new AbortController(), new AbortController()];
      const answers = callers.map(({ signal }) => server.get(PATHS[name], asked, { signal }));
      const left = answers.map((answer) => answer.catch(({ message }: Error) => message));
      await expect.poll(() => feed.signals.length).toBe(1);
      callers[0]?.abort(new Error('left'));
      expect(await left[0]).toBe('left');
      expect(feed.signals[0]?.aborted).toBe(false);
      callers[1]?.abort(new Error('left'));
      await expect.poll(() => feed.signals[0]?.aborted).toBe(true);
    },
  );
});

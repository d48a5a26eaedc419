import {
  type CurrentUser,
  type ExchangeName,
  getHistory,
  getMarks,
  getSummary,
} from '@moneytrail/contract';
import fastify from 'fastify';
import { pino } from 'pino';
import { BARS_WRITTEN, type TickBus } from '../../../bus/index.ts';
import { createCheckedBus } from '../../../bus/testing/checked-bus.ts';
import type { DatabaseHandle } from '../../../db/index.ts';
import { createCallerBudget } from '../../../http/caller-budget.ts';
import { handleErrors } from '../../../http/error-handler.ts';
import { createRouter } from '../../../http/route.ts';
import { SUPER_ADMIN } from '../../../http/testing/super-admin.ts';
import { runJob } from '../../../jobs/testing/run-job.ts';
import { heldClock } from '../../../steady-clock.ts';
import { PATIENT } from '../../../testing/patient.ts';
import { createAccessRules } from '../../access/index.ts';
import type { AnswerDeadlines } from '../../bars/index.ts';
import { barRoutes } from '../../bars/index.ts';
import { createWritableBars, type WritableBars } from '../../bars/testing/writable-bars.ts';
import { type Catalogue, createCatalogue } from '../../catalogue/index.ts';
import { createScriptedFeeds, type ScriptedFeed } from '../../live/testing/scripted-feed.ts';
import { analysisJobs, analysisRoutes } from '../index.ts';

type Answered = {
  status: number;
  body: unknown;
  /** Entity tag; empty without one. */
  tag: string;
  encoding: string | null;
  retryAfterSeconds: number | null;
};

/** A server of summaries, marks and history from real bars, with a clock, feeds and a caller that the test controls. */
export type AnalysisServer = {
  nowMs: number;
  caller: CurrentUser | null;
  bus: TickBus;
  bars: WritableBars;
  catalogue: Catalogue;
  feeds: Record<ExchangeName, ScriptedFeed>;
  /** The status and parsed body of a GET; null for a 304. */
  get: (
    path: string,
    query: Record<string, string | number>,
    options?: { signal?: AbortSignal; knownTag?: string },
  ) => Promise<Answered>;
  /** Runs a job of the module once for some instruments; named by the last part of its name. */
  runJob: (name: string, ...tickers: string[]) => Promise<void>;
  /** Warnings of jobs. */
  warnings: object[];
  close: () => Promise<void>;
};

export const PATHS = { summary: getSummary.path, marks: getMarks.path, history: getHistory.path };

/** Starts a server on a database; several on one database act as several processes. */
export async function startAnalysisServer(
  { db }: Pick<DatabaseHandle, 'db'>,
  nowMs: number,
  deadlines: AnswerDeadlines = PATIENT,
): Promise<AnalysisServer> {
  const log = pino({ level: 'silent' });
  const bus = createCheckedBus();
  const feeds = createScriptedFeeds();
  const clock = heldClock(() => server.nowMs);
  const catalogue = await createCatalogue({ db, clock: { now: () => nowMs }, log });
  await catalogue.seedDemo();
  const bars = createWritableBars({ db, feeds, clock, log });
  bars.onWritten((instrumentId, resolution, fromMs, toMs) =>
    bus.publish(BARS_WRITTEN, { instrumentId, resolution, fromMs, toMs }),
  );
  const app = fastify();
  handleErrors(app);
  const server: AnalysisServer = {
    nowMs,
    bus,
    bars,
    catalogue,
    feeds,
    caller: SUPER_ADMIN,
    warnings: [],
    async get(path, query, { signal = null, knownTag = '' } = {}) {
      const url = new URL(path, address);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
      const answer = await fetch(url, { signal, headers: { 'if-none-match': knownTag } });
      const { status, headers } = answer;
      const retryAfter = headers.get('retry-after');
      const retryAfterSeconds = retryAfter === null ? null : Number(retryAfter);
      const body: unknown = status === 304 ? null : await answer.json();
      const [tag, encoding] = [headers.get('etag') ?? '', headers.get('content-encoding')];
      return { status, body, tag, encoding, retryAfterSeconds };
    },
    async runJob(name, ...tickers) {
      const instruments = await Promise.all(tickers.map(catalogue.resolve));
      const only = { enabled: () => instruments };
      const warn = (detail: object) => void server.warnings.push(detail);
      const jobs = analysisJobs({
        db,
        bars,
        catalogue: only,
        feeds,
        clock,
        log: { warn },
        isRecordPublic: true,
      });
      await runJob(jobs, `analysis.${name}`);
    },
    close: () => app.close(),
  };
  const router = createRouter(app, {
    readUser: async () => server.caller,
    checkAnswers: true,
    access: createAccessRules({ catalogue, clock }),
  });
  const budget = createCallerBudget(clock);
  barRoutes(router, { db, bars, clock, budget, log, deadlines });
  analysisRoutes(router, { db, bus, bars, feeds, clock, catalogue, budget, log, deadlines });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return server;
}

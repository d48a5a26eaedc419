import { setImmediate } from 'node:timers/promises';
import { type Resolution, resolutionByName, resolutionMs, SECOND_MS } from '@moneytrail/calendar';
import {
  AppError,
  EXCHANGES,
  type ExchangeName,
  type HistoryAnswer,
  MAX_HISTORY_LIMIT,
  MAX_QUOTED_SYMBOLS,
  type Prices,
} from '@moneytrail/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CallerBudget, callerName } from '../../../http/caller-budget.ts';
import { customerOf } from '../../../http/grant.ts';
import { answerPreflights } from '../../../http/partner-pages.ts';
import { type ProtocolQuery, queryOf, serveProtocol } from '../../../http/protocol.ts';
import type { Call, Entitled, Router } from '../../../http/route.ts';
import { PROTOCOL } from '../../../http/route-config.ts';
import { createKeyedSemaphore, type KeyedSemaphore } from '../../../semaphore.ts';
import type { Clock } from '../../../steady-clock.ts';
import { newestRange, type ReadMarks } from '../../analysis/index.ts';
import { type AnswerCache, callerOf, type HistoryRequest } from '../../bars/index.ts';
import { type Catalogue, type Instrument, supportedResolutions } from '../../catalogue/index.ts';
import type { ReadQuotes } from '../../live/index.ts';
import { readUdfHistory } from './history.ts';
import { createLongHistories } from './long-histories.ts';
import {
  CONFIG,
  foundOf,
  markTable,
  quoteOf,
  symbolOf,
  timescaleMarks,
  unknownQuote,
} from './present.ts';

export type UdfDeps = {
  /** Charged for answers that are not cached. */
  budget: CallerBudget;
  catalogue: Pick<Catalogue, 'enabled' | 'search' | 'resolve'>;
  answers: Pick<AnswerCache, 'get'>;
  feeds: Record<ExchangeName, { isSimulated: boolean }>;
  readMarks: ReadMarks;
  readQuotes: ReadQuotes;
  clock: Pick<Clock, 'now' | 'monotonicMs'>;
  /** The unit of `nextTime`. */
  nextTime: 'ms' | 's';
};

/** Cached pages are parsed one at a time for each caller, however many answers they ask for at once. */
type UdfServed = UdfDeps & {
  parsing: KeyedSemaphore;
  long: ReturnType<typeof createLongHistories>;
};

/** Dependencies of a handler; `charged` runs work on the serving thread and charges its time to the caller. */
type UdfWork = UdfServed & { charged: <T>(work: () => T) => T };

type AnyCall = Call<undefined, ProtocolQuery, undefined>;
type UdfCall<Kind extends Prices> = AnyCall & Entitled<Instrument, Kind>;

const UNKNOWN = 'unknown_symbol';
const [USUAL_FOUND, MOST_FOUND] = [30, 100];

/** Errors reported as an unknown symbol; a locked instrument looks the same as a missing one. */
function isUnknown(error: unknown): boolean {
  return (
    error instanceof AppError && ['BAD_REQUEST', 'NOT_FOUND', 'SOURCE_LOCKED'].includes(error.code)
  );
}

/** A page of the same bars that our own charts show. */
async function readPage(
  { answers, budget, charged, parsing }: UdfWork,
  call: AnyCall,
  request: HistoryRequest,
): Promise<HistoryAnswer> {
  const answer = await answers.get(request, () => callerOf(call, budget));
  const { body } = await answer.take('');
  return parsing.run(callerName(call), async () => {
    // Otherwise ten cached pages would be parsed in one turn of the event loop.
    await setImmediate();
    // Bytes made by our own answer cache.
    return charged(() => JSON.parse(body.toString()) as HistoryAnswer);
  });
}

async function search({ catalogue, feeds }: UdfDeps, { query, isEntitled }: UdfCall<'list'>) {
  const { query: text = '', exchange: named = '', type = '' } = query;
  const most = Math.min(countOf(query, 'limit') ?? USUAL_FOUND, MOST_FOUND);
  const exchange = EXCHANGES.find((each) => each.toUpperCase() === named.toUpperCase());
  if (named !== '' && !exchange) return [];
  const found =
    text.trim() === ''
      ? catalogue.enabled(exchange)
      : catalogue.search(text.slice(0, 80), { exchange, limit: Number.POSITIVE_INFINITY });
  return found
    .filter((each) => (type === '' || each.type === type) && isEntitled(each))
    .slice(0, most)
    .map((each) => foundOf(each, feeds[each.exchange].isSimulated));
}

async function history(deps: UdfWork, call: UdfCall<'instrument'>): Promise<object> {
  const { query, instrument } = call;
  const resolution = resolutionOf(query, supportedResolutions(instrument));
  const countBack = countOf(query, 'countback');
  const toMs = momentOf(query, 'to');
  const fromMs = countBack === null ? momentOf(query, 'from') : 0;
  const wanted = { instrument, resolution, fromMs, toMs, countBack };
  const read = () =>
    readUdfHistory(wanted, (request) => readPage(deps, call, request), deps.nextTime);
  const most = countBack ?? (toMs - fromMs) / resolutionMs(resolution);
  return most > MAX_HISTORY_LIMIT
    ? deps.long.run(`${callerName(call)} ${customerOf(call.user) ?? ''}`, read)
    : read();
}

async function marksOf(deps: UdfDeps, call: UdfCall<'instrument'>) {
  const { query, instrument } = call;
  const resolution = resolutionOf(query, supportedResolutions(instrument));
  const [fromMs, toMs] = [Math.max(0, momentOf(query, 'from')), momentOf(query, 'to')];
  const range = newestRange(resolution, { fromMs, toMs: Math.max(fromMs, toMs) });
  const { marks } = await deps.readMarks({ instrument, resolution, range }, call);
  return marks;
}

async function quotes(deps: UdfDeps, call: UdfCall<'list'>): Promise<object> {
  const names = (call.query.symbols ?? '').split(',').filter((name) => name.trim() !== '');
  if (names.length > MAX_QUOTED_SYMBOLS) {
    throw new AppError('BAD_REQUEST', `symbols: must name at most ${MAX_QUOTED_SYMBOLS} symbols`);
  }
  const asked = await Promise.all(
    names.map(async (name) => {
      const found = await deps.catalogue.resolve(name).catch((error: unknown) => {
        if (isUnknown(error)) return null;
        throw error;
      });
      return { name, instrument: found && call.isEntitled(found) ? found : null };
    }),
  );
  const seen = new Set(asked.flatMap(({ instrument }) => instrument ?? []));
  const read = await deps.readQuotes([...seen], call);
  const d = asked.map(({ name, instrument }) => {
    const known = read.find((each) => each.instrument === instrument);
    return known ? quoteOf(name, known) : unknownQuote(name);
  });
  return { s: 'ok', d };
}

type UdfRequest = { router: Router<Instrument>; request: FastifyRequest; reply: FastifyReply };

/** A route with its access declaration and its handler. */
function declared<Kind extends Prices>(
  rights: { prices: Kind; isMetered?: boolean },
  answer: (deps: UdfWork, call: UdfCall<Kind>) => Promise<object>,
) {
  return async (deps: UdfServed, { router, request, reply }: UdfRequest): Promise<object> => {
    const query: ProtocolQuery = { symbol: '', ...queryOf(request) };
    const parts = { request, reply, query };
    const call = await router
      .foreignCall({ access: 'public', scope: 'prices:read', ...rights }, parts)
      .catch((error: unknown) => {
        throw isUnknown(error) ? new AppError('NOT_FOUND', UNKNOWN, { cause: error }) : error;
      });
    const charged = <T>(work: () => T) => router.charged(request, work);
    return charged(() => answer({ ...deps, charged }, call));
  };
}

const INSTRUMENT = { prices: 'instrument' } as const;
const LIST = { prices: 'list' } as const;

const ANSWERS: Readonly<Record<string, ReturnType<typeof declared>>> = {
  '/api/udf/search': declared(LIST, search),
  '/api/udf/symbols': declared(INSTRUMENT, async ({ feeds, clock }, { instrument }) =>
    symbolOf(instrument, { ...feeds[instrument.exchange], nowMs: clock.now() }),
  ),
  '/api/udf/history': declared({ ...INSTRUMENT, isMetered: true }, history),
  '/api/udf/marks': declared(INSTRUMENT, async (...given) => markTable(await marksOf(...given))),
  '/api/udf/timescale_marks': declared(INSTRUMENT, async (...given) =>
    timescaleMarks(await marksOf(...given)),
  ),
  '/api/udf/quotes': declared(LIST, quotes),
};
const [CONFIG_PATH, TIME_PATH] = ['/api/udf/config', '/api/udf/time'];
export const UDF_PATHS = [CONFIG_PATH, TIME_PATH, ...Object.keys(ANSWERS)];

/**
 * The Universal Data Feed for third-party charting clients: symbols, bars, marks and prices, with the rights of the
 * Bearer token's user. Failures are `{"s":"error"}` with the HTTP status.
 */
export function udfRoutes(router: Router<Instrument>, deps: UdfDeps): void {
  const tellFailure = ({ status, message }: { status: number; message: string }) => ({
    status,
    body: { s: 'error', errmsg: message },
  });
  const parsing = createKeyedSemaphore({ concurrency: 1, maxWaiting: Number.POSITIVE_INFINITY });
  const served = { ...deps, parsing, long: createLongHistories(deps.clock) };
  serveProtocol(router, tellFailure, (app, follow) => {
    for (const path of UDF_PATHS) answerPreflights(app, path, ['GET']);
    app.get(CONFIG_PATH, { config: PROTOCOL }, async () => CONFIG);
    app.get(TIME_PATH, { config: PROTOCOL }, async (_request, reply) => {
      reply.type('text/plain; charset=utf-8');
      return String(Math.floor(deps.clock.now() / 1_000));
    });
    for (const [url, answer] of Object.entries(ANSWERS)) {
      app.get(url, { config: PROTOCOL }, (request, reply) =>
        follow(answer(served, { router, request, reply })),
      );
    }
  });
}

/** Seconds as clients write them, including fractions and times before 1970. */
const SECONDS = /^-?\d{1,12}(?:\.\d{1,9})?$/;
const COUNT = /^\d{1,9}$/;
/** A time parameter in whole milliseconds; throws `BAD_REQUEST` if it is invalid. */
function momentOf(query: ProtocolQuery, name: string): number {
  const text = query[name] ?? '';
  if (SECONDS.test(text)) return Math.floor(Number(text) * SECOND_MS);
  if (text === '') throw new AppError('BAD_REQUEST', `${name} is missing`);
  throw new AppError('BAD_REQUEST', `${name}: must be a number of seconds`);
}

/** A count parameter; null if it is missing. */
function countOf(query: ProtocolQuery, name: string): number | null {
  const text = query[name] ?? '';
  if (text === '') return null;
  if (COUNT.test(text)) return Number(text);
  throw new AppError('BAD_REQUEST', `${name}: must be a whole number`);
}

/** The resolution parameter; throws `BAD_REQUEST` if it is not offered. */
function resolutionOf(
  { resolution = '' }: ProtocolQuery,
  offered: readonly Resolution[],
): Resolution {
  if (resolution === '') throw new AppError('BAD_REQUEST', 'resolution is missing');
  const found = resolutionByName(resolution);
  if (found && offered.includes(found)) return found;
  throw new AppError('BAD_REQUEST', `resolution: must be one of ${offered.join(', ')}`);
}

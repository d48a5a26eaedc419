import { AppError, EXCHANGES, type HistoryAnswer, MAX_QUOTED_SYMBOLS } from '@moneytrail/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestCall } from '../../../http/call.ts';
import { type CallerBudget, callerName } from '../../../http/caller-budget.ts';
import {
  type AccessRules,
  assertWithinLimit,
  type LimitAnonymous,
} from '../../../http/check-access.ts';
import { knowCaller } from '../../../http/known-callers.ts';
import { type ProtocolQuery, queryOf, serveProtocol } from '../../../http/protocol.ts';
import type { Router } from '../../../http/route.ts';
import type { ReadMarks } from '../../analysis/index.ts';
import type { AnswerCache, HistoryRequest } from '../../bars/index.ts';
import { type Catalogue, type Instrument, supportedResolutions } from '../../catalogue/index.ts';
import type { ReadQuotes } from '../../live/index.ts';
import { CONFIG, foundOf, symbolOf } from './describe.ts';
import { allowForeignPages } from './foreign-pages.ts';
import { readUdfHistory } from './history.ts';
import { markTable, timescaleMarks } from './marks.ts';
import { countOf, momentOf, resolutionOf } from './parameters.ts';
import { quoteOf, unknownQuote } from './quotes.ts';

export type UdfDeps = {
  access: AccessRules<Instrument>;
  limitAnonymous?: LimitAnonymous;
  /** Charged with what has to be built. */
  budget: CallerBudget;
  catalogue: Pick<Catalogue, 'enabled' | 'search'>;
  answers: Pick<AnswerCache, 'get'>;
  readMarks: ReadMarks;
  readQuotes: ReadQuotes;
  clock: { now: () => number };
  /** The unit of `nextTime`. */
  nextTime: 'ms' | 's';
  /** Of other sites, whose pages may read what visitors may see. */
  udfOrigins: readonly string[];
};

type UdfCall = RequestCall<undefined, ProtocolQuery, undefined>;

const UNKNOWN = 'unknown_symbol';
const [USUAL_FOUND, MOST_FOUND] = [30, 100];

/** The instrument of a call. What the caller may not see is as unknown as what does not exist. */
async function instrumentOf(
  { access }: UdfDeps,
  { user }: UdfCall,
  symbol = '',
): Promise<Instrument> {
  const found = await access.resolve(symbol).catch((error: unknown) => {
    const isUnknown = error instanceof AppError && error.status < 500;
    throw isUnknown ? new AppError('NOT_FOUND', UNKNOWN) : error;
  });
  if (access.isEntitled(user, found)) return found;
  throw new AppError('NOT_FOUND', UNKNOWN);
}

/** A page of the bars that charts of the product show. */
async function readPage(
  { answers, budget }: UdfDeps,
  call: UdfCall,
  request: HistoryRequest,
): Promise<HistoryAnswer> {
  const { signal, waitedMs } = call;
  const charge = <T>(build: () => Promise<T>) => budget.run(callerName(call), build);
  const answer = await answers.get(request, () => ({ signal, waitedMs, charge }));
  const { body } = await answer.take('');
  // The product's own bytes.
  return JSON.parse(body.toString()) as HistoryAnswer;
}

async function search({ catalogue, access }: UdfDeps, { query, user }: UdfCall) {
  const { query: text = '', exchange: named = '', type = '' } = query;
  const most = Math.min(countOf(query, 'limit') ?? USUAL_FOUND, MOST_FOUND);
  const exchange = EXCHANGES.find((each) => each.toUpperCase() === named.toUpperCase());
  if (named !== '' && !exchange) return [];
  const found =
    text.trim() === ''
      ? catalogue.enabled(exchange)
      : catalogue.search(text.slice(0, 80), { exchange, limit: Number.POSITIVE_INFINITY });
  return found
    .filter((each) => (type === '' || each.type === type) && access.isEntitled(user, each))
    .slice(0, most)
    .map(foundOf);
}

async function history(deps: UdfDeps, call: UdfCall): Promise<object> {
  const { query, user, ip } = call;
  if (!user) await assertWithinLimit(deps.limitAnonymous, ip);
  const instrument = await instrumentOf(deps, call, query.symbol);
  const resolution = resolutionOf(query, supportedResolutions(instrument));
  const countBack = countOf(query, 'countback');
  const toMs = momentOf(query, 'to');
  const fromMs = countBack === null ? momentOf(query, 'from') : 0;
  const wanted = { instrument, resolution, fromMs, toMs, countBack };
  return readUdfHistory(wanted, (request) => readPage(deps, call, request), deps.nextTime);
}

async function marksOf(deps: UdfDeps, call: UdfCall) {
  const { query } = call;
  const instrument = await instrumentOf(deps, call, query.symbol);
  const resolution = resolutionOf(query, supportedResolutions(instrument));
  const [fromMs, toMs] = [Math.max(0, momentOf(query, 'from')), momentOf(query, 'to')];
  const wanted = { instrument, resolution, range: { fromMs, toMs: Math.max(fromMs, toMs) } };
  const { marks } = await deps.readMarks(wanted, call);
  return marks;
}

async function quotes(deps: UdfDeps, call: UdfCall): Promise<object> {
  const names = (call.query.symbols ?? '').split(',').filter((name) => name.trim() !== '');
  if (names.length > MAX_QUOTED_SYMBOLS) {
    throw new AppError('BAD_REQUEST', `symbols: must name at most ${MAX_QUOTED_SYMBOLS} symbols`);
  }
  const asked = await Promise.all(
    names.map(async (name) => {
      const instrument = await instrumentOf(deps, call, name).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
        throw error;
      });
      return { name, instrument };
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

/** What is answered to whoever asks, and by which rights. */
const ANSWERS: Readonly<Record<string, (deps: UdfDeps, call: UdfCall) => Promise<object>>> = {
  '/api/udf/search': search,
  '/api/udf/symbols': async (deps, call) =>
    symbolOf(await instrumentOf(deps, call, call.query.symbol)),
  '/api/udf/history': history,
  '/api/udf/marks': async (deps, call) => markTable(await marksOf(deps, call)),
  '/api/udf/timescale_marks': async (deps, call) => timescaleMarks(await marksOf(deps, call)),
  '/api/udf/quotes': quotes,
};
const [CONFIG_PATH, TIME_PATH] = ['/api/udf/config', '/api/udf/time'];
export const UDF_PATHS = [CONFIG_PATH, TIME_PATH, ...Object.keys(ANSWERS)];

/**
 * The Universal Data Feed that charting clients of others read: the product's symbols, bars, marks and prices, with the
 * rights of whom the Bearer token names. A failure is `{"s":"error"}` with its status.
 */
export function udfRoutes(router: Router<Instrument>, deps: UdfDeps): void {
  const tellFailure = ({ status, message }: { status: number; message: string }) => ({
    status,
    body: { s: 'error', errmsg: message },
  });
  serveProtocol(router, tellFailure, (app, follow) => {
    allowForeignPages(app, { origins: deps.udfOrigins, paths: UDF_PATHS });
    app.get(CONFIG_PATH, async () => CONFIG);
    app.get(TIME_PATH, async (_request, reply) => {
      reply.type('text/plain; charset=utf-8');
      return String(Math.floor(deps.clock.now() / 1_000));
    });
    for (const [url, answer] of Object.entries(ANSWERS)) {
      const handle = async (request: FastifyRequest, reply: FastifyReply) => {
        const user = await knowCaller(router.readUser, request);
        const query = queryOf(request);
        const parts = { params: undefined, query, body: undefined, user };
        return answer(deps, new RequestCall(request, reply, parts, false));
      };
      app.get(url, (request, reply) => follow(handle(request, reply)));
    }
  });
}

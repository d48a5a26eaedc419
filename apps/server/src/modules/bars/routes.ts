import { AppError, getHistory, type HistoryQuery, MAX_HISTORY_DAYS } from '@moneytrail/contract';
import type { ReadyAnswer } from '../../http/ready-answer.ts';
import type { Router } from '../../http/route.ts';
import { assertEntitled } from '../access/index.ts';
import { type Catalogue, type Instrument, supportedResolutions } from '../catalogue/index.ts';
import { type AnswerCacheDeps, createAnswerCache } from './answers/answer-cache.ts';
import { isKnownTo, type PackedAnswer } from './answers/packed-answer.ts';
import type { HistoryRequest } from './history/history-request.ts';

export type BarRouteDeps = AnswerCacheDeps & { catalogue: Pick<Catalogue, 'resolve'> };

const DAY_SECONDS = 86_400;

/** The request a query means; refuses what cannot be answered, naming the thing and its limit. */
function requestOf(instrument: Instrument, query: HistoryQuery): HistoryRequest {
  const { fromTs, toTs, resolution, limit, countBack } = query;
  if (fromTs >= toTs) {
    throw new AppError('BAD_REQUEST', `fromTs ${fromTs} must be below toTs ${toTs}`);
  }
  const days = (toTs - fromTs) / DAY_SECONDS;
  if (days > MAX_HISTORY_DAYS) {
    const given = `from fromTs ${fromTs} to toTs ${toTs} are ${Math.ceil(days)} days`;
    throw new AppError('BAD_REQUEST', `${given}; a request may span ${MAX_HISTORY_DAYS}`);
  }
  const offered = supportedResolutions(instrument);
  if (!offered.includes(resolution)) {
    throw new AppError(
      'BAD_REQUEST',
      `${instrument.ticker} has no resolution ${resolution}; it has ${offered.join(', ')}`,
    );
  }
  return { instrument, resolution, fromMs: fromTs * 1_000, toMs: toTs * 1_000, limit, countBack };
}

/** Bars may be corrected and rights may end: a copy is asked about before every use, and stays with its owner. */
const CACHING = { 'cache-control': 'private, no-cache', vary: 'Accept-Encoding' };

type Headers = {
  'accept-encoding'?: string | string[] | undefined;
  'if-none-match'?: string | undefined;
};

function readyAnswer(answer: PackedAnswer, headers: Headers): ReadyAnswer {
  const { encoding, body } = answer.take(String(headers['accept-encoding'] ?? ''));
  const tagged = { ...CACHING, etag: answer.etag(encoding) };
  if (isKnownTo(headers['if-none-match'], answer)) {
    return { kind: 'ready', status: 304, headers: tagged, body: null };
  }
  const content = { ...tagged, 'content-type': 'application/json; charset=utf-8' };
  return {
    kind: 'ready',
    headers: encoding === 'identity' ? content : { ...content, 'content-encoding': encoding },
    body,
  };
}

/** `GET /api/data/histoday`: one path for the bars of every resolution. */
export function barRoutes(router: Router, deps: BarRouteDeps): void {
  const answers = createAnswerCache(deps);
  router.route(getHistory, async ({ query, user, headers }) => {
    const instrument = await deps.catalogue.resolve(query);
    assertEntitled(user, instrument, deps.clock.now());
    return readyAnswer(await answers.get(requestOf(instrument, query)), headers);
  });
}

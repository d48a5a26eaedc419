import { MARKET_HOURS } from '@moneytrail/calendar';
import { MINUTE_BUCKET, sessionBucket } from '../market/bucket.ts';
import { createMarket } from '../market/market.ts';
import type { AnsweredFault, Provider, ProviderContext } from '../server/provider.ts';
import { type Answer, json, type Request, type Route } from '../server/provider.ts';
import { createContractBoard } from './contract-board.ts';
import { BVG_GROUPS, type BvgContract } from './futures.ts';

/*
 * BVG publishes no documentation. Everything in this file (paths, fields, units and errors) is an assumption, to be
 * replaced once the real API is known. Contracts and prices do not depend on it.
 */

/** The only accepted key. */
const BVG_KEY = 'simulated-bvg-key';
const HOURS = MARKET_HOURS.safex;
const INTRADAY = ['1', '5', '15', '30', '60'] as const;
const REQUESTS_PER_MINUTE = 120;

function failure(message: string, status: number): Answer {
  return json({ error: message }, status);
}

function date(dayMs: number): string {
  return new Date(dayMs).toISOString().slice(0, 10);
}

function contractRow({ code, display, group, commodity, startMs, endMs }: BvgContract): unknown {
  return {
    contract: code,
    contractDisplay: display,
    group,
    ...(commodity === null ? {} : { commodity }),
    startDate: date(startMs),
    endDate: endMs === null ? null : date(endMs),
  };
}

function bvgFault(fault: AnsweredFault): Answer {
  switch (fault) {
    case '401':
      return failure('Invalid API key', 401);
    case '402':
    case '403':
      return failure('Not in your subscription', 403);
    case '429':
      return failure('Too many requests', 429);
    case '500':
      return failure('Internal error', 500);
    case 'maintenance':
      return failure('Down for maintenance', 503);
    case 'errorWith200':
      return failure('Internal error', 200);
  }
}

/** The assumed BVG API: `contracts`, `bars`, `quotes`; times are epoch seconds. */
export function createBvgProvider(context: ProviderContext): Provider {
  const market = createMarket(context);
  const board = createContractBoard();
  const contracts = () => board(market.now());

  const list = ({ query }: Request): Answer => {
    const { group } = query;
    if (group !== undefined && !BVG_GROUPS.some((known) => known === group)) {
      return failure(`Unknown group "${group}"`, 400);
    }
    const listed = [...contracts().values()];
    return json(listed.filter((contract) => !group || contract.group === group).map(contractRow));
  };

  const bars = ({ query }: Request): Answer => {
    const contract = contracts().get(query.contract ?? '');
    if (!contract) return failure(`Unknown contract "${query.contract ?? ''}"`, 404);
    const range = { fromMs: Number(query.from) * 1_000, toMs: Number(query.to) * 1_000 };
    if (!(range.fromMs <= range.toMs))
      return failure('from and to must be epoch seconds, from before to', 400);
    const intraday = INTRADAY.find((resolution) => resolution === query.resolution);
    if (!intraday && query.resolution !== 'D')
      return failure(`Unknown resolution "${query.resolution ?? ''}"`, 400);
    const hasMinutes = contract.group !== 'silo';
    const bucket = intraday === '1' || !intraday ? MINUTE_BUCKET : sessionBucket(HOURS, intraday);
    const found = !intraday
      ? market.days(contract.market, range)
      : hasMinutes
        ? market.bars(contract.market, range, bucket)
        : [];
    return json(found.map(({ timeMs, ...prices }) => ({ time: timeMs / 1_000, ...prices })));
  };

  const quotes = ({ query }: Request): Answer => {
    if (!query.contracts) return failure('contracts is missing', 400);
    const rows = query.contracts.split(',').flatMap((code) => {
      const contract = contracts().get(code);
      const snapshot = contract && market.snapshot(contract.market);
      if (!snapshot) return [];
      const { timeMs, price, previousClose, day } = snapshot;
      return [
        { contract: code, time: timeMs / 1_000, last: price, previousClose, volume: day.volume },
      ];
    });
    return json(rows);
  };

  const routes: Route[] = [
    { path: '/contracts', handle: list },
    { path: '/bars', handle: bars },
    { path: '/quotes', handle: quotes },
  ];

  return {
    exchange: 'BVG',
    restPath: '',
    apiKey: BVG_KEY,
    routes,
    guard: ({ headers }) =>
      headers['x-api-key'] === BVG_KEY ? null : failure('Invalid API key', 401),
    notFound: () => failure('Not found', 404),
    faultAnswer: bvgFault,
    limits: [{ path: /./, requests: REQUESTS_PER_MINUTE, periodMs: 60_000, blockMs: 0 }],
    stream: null,
  };
}

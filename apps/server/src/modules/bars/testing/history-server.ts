import { type CurrentUser, getHistory, historyAnswer } from '@moneytrail/contract';
import fastify, { type LightMyRequestResponse } from 'fastify';
import type { DatabaseHandle } from '../../../db/index.ts';
import { silentLog } from '../../../db/testing/test-database.ts';
import { createCallerBudget } from '../../../http/caller-budget.ts';
import { handleErrors } from '../../../http/error-handler.ts';
import { createRouter } from '../../../http/route.ts';
import { SUPER_ADMIN } from '../../../http/testing/super-admin.ts';
import { heldClock } from '../../../steady-clock.ts';
import { PATIENT } from '../../../testing/patient.ts';
import { createAccessRules } from '../../access/index.ts';
import { createCatalogue } from '../../catalogue/index.ts';
import type { AnswerCacheDeps } from '../answers.ts';
import { barRoutes } from '../answers.ts';
import { type BarWorld, createBarWorld } from './bar-world.ts';

export type HistoryServer = {
  world: BarWorld;
  caller: CurrentUser | null;
  /** A query for the instrument of the world, with changes. */
  ask: (
    query: Record<string, string | number>,
    headers?: Record<string, string>,
  ) => Promise<LightMyRequestResponse>;
  close: () => Promise<void>;
};

/** Bars behind real routes, with a caller, clock and feed that the test controls. */
export async function startHistoryServer(
  { db }: Pick<DatabaseHandle, 'db'>,
  {
    deadlines = PATIENT,
    liveBars,
    ...options
  }: Parameters<typeof createBarWorld>[1] & Pick<AnswerCacheDeps, 'deadlines' | 'liveBars'>,
): Promise<HistoryServer> {
  const world = await createBarWorld({ db }, options);
  const clock = heldClock(() => world.nowMs);
  const catalogue = await createCatalogue({ db, clock: { now: () => 0 }, log: silentLog });
  const app = fastify();
  handleErrors(app);
  const server: HistoryServer = {
    world,
    caller: SUPER_ADMIN,
    ask: (query, headers = {}) => {
      const all = { e: 'FMP', fsym: world.instrument.code, ...query };
      const entries = Object.entries(all).map(([name, value]) => [name, String(value)]);
      const url = getHistory.path;
      return app.inject({ method: 'GET', url, query: Object.fromEntries(entries), headers });
    },
    close: () => app.close(),
  };
  const router = createRouter(app, {
    readUser: async () => server.caller,
    checkAnswers: true,
    access: createAccessRules({ catalogue, clock }),
  });
  barRoutes(router, {
    db,
    bars: world.bars,
    clock,
    budget: createCallerBudget(clock),
    log: silentLog,
    deadlines,
    liveBars,
  });
  await app.ready();
  return server;
}

/** A successful answer, checked against the contract. */
export function successOf(response: LightMyRequestResponse) {
  return historyAnswer.parse(response.json());
}

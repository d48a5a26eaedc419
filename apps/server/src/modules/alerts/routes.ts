import { isCountable, isTrueAt, silenceProblem, watchProblem } from '@moneytrail/alerts';
import {
  type AlertDefinition,
  type AlertFiring,
  AppError,
  addPushSubscription,
  type CurrentUser,
  changeAlert,
  checkPushSubscription,
  createAlert,
  getPushKey,
  listAlertFirings,
  listAlerts,
  removePushSubscription,
  resendAlertFiring,
  seeAlertFirings,
  setAlerts,
} from '@moneytrail/contract';
import * as z from 'zod/mini';
import { ALERTS_CHANGED, type TickBus } from '../../bus/index.ts';
import type { Trx } from '../../db/index.ts';
import { callerName, createCallerBudget } from '../../http/caller-budget.ts';
import { accountOf } from '../../http/check-access.ts';
import { readPage } from '../../http/page.ts';
import type { Router } from '../../http/route.ts';
import type { Jobs } from '../../jobs/index.ts';
import { parseReceiver } from '../../outside/guarded-post.ts';
import { vapidKeysOf } from '../../outside/web-push.ts';
import type { Catalogue, Instrument } from '../catalogue/index.ts';
import type { ReadQuotes } from '../live/index.ts';
import { findScreen } from '../screener/index.ts';
import { findWatchlist } from '../watchlists/index.ts';
import { type AlertLimits, alertLimitOf, withinLimit } from './alert-limits.ts';
import {
  type AlertRow,
  countInstruments,
  findMade,
  hasAlert,
  insertAlert,
  lockOwner,
  presentAlert,
  readAlerts,
  replaceAlert,
} from './alert-store.ts';
import { sendNow } from './deliver/delivery-jobs.ts';
import {
  countUnseen,
  deletePushSubscription,
  findFirings,
  findPushSubscriptions,
  findWebhook,
  hasPushSubscription,
  keepPushSubscription,
  markSeen,
  retryUnsent,
  type WebhookRow,
} from './deliver/ways-store.ts';
import { type WebhookRouteDeps, webhookRoutes } from './deliver/webhooks.ts';
import { mayScreen, mayWatch } from './keep-rights.ts';
import type { ListAlerts } from './list-alerts.ts';
import { changeStates } from './set-alerts.ts';

type AlertRouteDeps = WebhookRouteDeps & {
  bus: Pick<TickBus, 'publish'>;
  jobs: Pick<Jobs, 'enqueue' | 'hasten'>;
  catalogue: Pick<Catalogue, 'byId' | 'resolve' | 'lookUp'>;
  readQuotes: ReadQuotes;
  limits: AlertLimits;
  listAlerts: Pick<ListAlerts, 'assertRoom' | 'charge' | 'begin'>;
  /** The session of a signed-in caller, with which the push messages of its browser end. */
  sessionOf: (user: CurrentUser) => { id: string };
  /** The installation's secret. */
  secret: string;
};

type DefiningCall = {
  user: CurrentUser | null;
  ip: string;
  isEntitled: (instrument: Instrument) => boolean;
};

type Checked = {
  instrument: Instrument;
  definition: AlertDefinition;
  /**
   * The instruments to evaluate beside the alert itself: those of its watchlist as it is in the transaction. Throws if the
   * watchlist or the screen of the definition is gone by then.
   */
  listed: (trx: Trx) => Promise<Instrument[]>;
};

const NOT_FOUND = 'The alert was not found.';
const NO_SCREENER =
  'Your account may not use the screener, so that it can have no alerts on screens.';
const CHANGED = 'This alert was changed elsewhere since it was loaded. Nothing was overwritten.';
const SESSION_ENDED = 'Unauthorized. Please log in.';
const MOST_BROWSERS = 20;
/** Changes of alerts are read by the processes that evaluate them. */
const CHANGES = { atOnce: 4, aMinute: 120 };

const ownerOf = (user: CurrentUser | null): CurrentUser => accountOf(user, 'Alerts');

/** Registers alerts, their firings, webhooks and push messages. */
export function alertRoutes(router: Router<Instrument>, deps: AlertRouteDeps): void {
  const { db, bus, clock, catalogue, listAlerts: onLists } = deps;
  const budget = createCallerBudget(deps.clock, CHANGES);
  const inTurn = <T>(call: { user: CurrentUser | null; ip: string }, work: () => Promise<T>) =>
    budget.run(callerName(call), work, { mayWait: true });
  const limitOf = (owner: CurrentUser) => ({
    userId: owner._id,
    limit: alertLimitOf(deps.limits, owner, clock.now()),
  });
  const tell = (deleted: readonly number[] = []) =>
    bus.publish(ALERTS_CHANGED, { deleted: [...deleted] });

  /**
   * A definition with the server's spelling of its symbol, and its instruments; throws if its symbol is unknown or locked, if
   * the definition names a webhook, a watchlist or a screen that is not the user's, or a screen without the right to it.
   */
  async function check(call: DefiningCall, given: AlertDefinition): Promise<Checked> {
    const user = ownerOf(call.user);
    const instrument = await catalogue.resolve(given.symbol);
    if (given.screen !== undefined && !mayScreen(user))
      throw new AppError('FORBIDDEN', NO_SCREENER);
    if (isOfSymbol(given) && !call.isEntitled(instrument)) {
      throw new AppError('SOURCE_LOCKED', 'Source locked');
    }
    assertSound(given, instrument, clock.now());
    const { webhook } = given.channels;
    if (webhook !== null && !(await findWebhook(db, { id: webhook, userId: user._id }))) {
      throw new AppError('BAD_REQUEST', 'The webhook was not found.');
    }
    const definition = { ...given, symbol: instrument.ticker };
    return { instrument, definition, listed: await instrumentsOf(user._id, given) };
  }

  async function instrumentsOf(
    userId: string,
    { watchlist: id, screen }: AlertDefinition,
  ): Promise<Checked['listed']> {
    if (screen !== undefined) {
      return async (trx) => {
        const found = await findScreen(trx, { userId, id: screen.id });
        if (!found) throw new AppError('BAD_REQUEST', 'The screen was not found.');
        return [];
      };
    }
    if (id === undefined) return async () => [];
    const find = await catalogue.lookUp();
    return async (trx) => {
      const list = await findWatchlist(trx, { userId, id });
      if (!list) throw new AppError('BAD_REQUEST', 'The watchlist was not found.');
      return list.entries.flatMap((entry) =>
        entry.kind === 'symbol' ? (find(entry.symbol) ?? []) : [],
      );
    };
  }

  /** Announces a stored alert, and answers whether the price fulfils it already; of a watchlist or a screen, that is not told. */
  async function told(call: DefiningCall, { instrument, definition }: Checked, row: AlertRow) {
    const alert = presentAlert(row, await countInstruments(db, row));
    if (!isOfSymbol(definition)) return { alert, isTrueNow: false };
    const [known] = await deps.readQuotes([instrument], call);
    const isTrueNow = known !== undefined && isTrueAt(definition, known.quote.price);
    return { alert, isTrueNow };
  }

  router.route(listAlerts, async ({ user }) => {
    const owner = ownerOf(user);
    const limit = alertLimitOf(deps.limits, owner, clock.now());
    const body = await readAlerts(db, owner._id, limit);
    return { kind: 'ready', headers: { 'content-type': 'application/json; charset=utf-8' }, body };
  });

  router.route(createAlert, (call) =>
    inTurn(call, async () => {
      const { key, ...given } = call.body;
      const owner = ownerOf(call.user);
      const checked = await check(call, given);
      const { instrument, definition, listed } = checked;
      const row = await db.transaction().execute(async (trx) => {
        await lockOwner(trx, owner._id);
        const known = await findMade(trx, { userId: owner._id, key });
        if (known) return known;
        const nowMs = clock.now();
        const values = { userId: owner._id, instrumentId: instrument.id, key, definition, nowMs };
        return withinLimit(trx, limitOf(owner), async () => {
          const made = await insertAlert(trx, values);
          await onLists.begin(trx, owner, made.id, await listed(trx));
          return made;
        });
      });
      tell();
      return told(call, checked, row);
    }),
  );

  router.route(changeAlert, (call) =>
    inTurn(call, async () => {
      const { revision, ...given } = call.body;
      const owner = ownerOf(call.user);
      const checked = await check(call, given);
      const { instrument, definition, listed } = checked;
      const { id } = call.params;
      const nowMs = clock.now();
      const values = { userId: owner._id, id, revision, instrumentId: instrument.id, definition };
      const { row, gone } = await db.transaction().execute((trx) =>
        withinLimit(
          trx,
          limitOf(owner),
          async () => {
            const changed = await replaceAlert(trx, { ...values, nowMs });
            if (changed) {
              const instruments = await listed(trx);
              return { row: changed, gone: await onLists.begin(trx, owner, id, instruments) };
            }
            const isPresent = await hasAlert(trx, { userId: owner._id, id });
            if (!isPresent) throw new AppError('NOT_FOUND', NOT_FOUND);
            throw new AppError('RECORD_CHANGED', CHANGED);
          },
          { listAlertsOf: () => [id] },
        ),
      );
      // The alert itself as well: it may have been evaluated on a symbol of its own.
      tell(isOfSymbol(definition) ? gone : [...gone, id]);
      return told(call, checked, row);
    }),
  );

  router.route(setAlerts, (call) =>
    inTurn(call, async () => {
      const owner = ownerOf(call.user);
      const which = { ...call.body, userId: owner._id, nowMs: clock.now() };
      onLists.assertRoom(owner);
      const { changed, deleted, rows } = await db.transaction().execute((trx) =>
        withinLimit(
          trx,
          limitOf(owner),
          () => changeStates(trx, which, (id) => mayWatch(deps, owner, id)),
          {
            listAlertsOf: (changes) => changes.changed,
          },
        ),
      );
      onLists.charge(owner, rows);
      tell(deleted);
      return { changed };
    }),
  );

  router.route(listAlertFirings, async ({ user, query }) => {
    const userId = ownerOf(user)._id;
    const { alert } = query;
    const { rows: firings, nextCursor } = await readPage(query, {
      place: z.int(),
      placeOf: (firing: AlertFiring) => firing.id,
      read: (beforeId, limit) =>
        findFirings(db, { userId, limit, beforeId: beforeId ?? undefined, alertId: alert }),
    });
    return {
      firings,
      nextCursor,
      unseen: await countUnseen(db, userId),
    };
  });

  router.route(seeAlertFirings, async ({ user, body }) => {
    const userId = ownerOf(user)._id;
    await markSeen(db, userId, body.upTo);
    return { unseen: await countUnseen(db, userId) };
  });

  router.route(resendAlertFiring, async ({ user, params }) => {
    const wanted = { userId: ownerOf(user)._id, id: params.id, limit: 1 };
    const [known] = await findFirings(db, wanted);
    if (!known) throw new AppError('NOT_FOUND', 'The firing was not found.');
    await db.transaction().execute(async (trx) => {
      const ways = await retryUnsent(trx, known.id);
      await sendNow(deps.jobs, trx, ways);
    });
    const [firing] = await findFirings(db, wanted);
    return firing ?? known;
  });

  const callNow = (trx: Trx, { id, user_id }: WebhookRow) =>
    sendNow(deps.jobs, trx, [{ channel: 'webhook', userId: user_id, webhookId: id }]);
  webhookRoutes(router, { ...deps, callNow });
  pushRoutes(router, deps);
}

/** Whether an alert watches its symbol, and not the instruments of a watchlist or a screen. */
const isOfSymbol = ({ watchlist, screen }: AlertDefinition): boolean =>
  watchlist === undefined && screen === undefined;

/** The reason why a definition cannot watch its screen; null if it can, or watches none. */
function screenProblem({
  screen,
  watchlist,
  conditions,
  trigger,
  hours,
}: AlertDefinition): string | null {
  if (!screen) return conditions.length === 0 ? 'An alert needs a condition.' : null;
  if (watchlist !== undefined) return 'An alert watches a screen or a watchlist, not both.';
  if (conditions.length > 0)
    return 'The conditions of an alert on a screen are those of the screen.';
  if (trigger.kind !== 'barClose') return 'An alert on a screen fires at the close of a bar.';
  return hours ? 'An alert on a screen has no hours of the day.' : null;
}

/** Throws `BAD_REQUEST` for definitions that fit the schema and make no sense. */
function assertSound(definition: AlertDefinition, instrument: Instrument, nowMs: number): void {
  const { conditions, resolution, untilMs, hours } = definition;
  const refuse = (message: string): never => {
    throw new AppError('BAD_REQUEST', message);
  };
  const isIndex = isOfSymbol(definition) && instrument.type === 'index';
  const problem =
    screenProblem(definition) ?? silenceProblem(definition) ?? watchProblem(definition, isIndex);
  if (problem) refuse(problem);
  for (const condition of conditions) {
    if (condition.kind === 'channel' && condition.low >= condition.high) {
      refuse('The lower price of the range must be below the upper one.');
    }
    const market = { hours: instrument.hours, resolution };
    if (condition.kind === 'drawing' && definition.watchlist !== undefined) {
      refuse('A drawing belongs to one instrument. An alert on a watchlist cannot watch it.');
    }
    if (condition.kind === 'drawing' && !isCountable(market, condition.figure, nowMs)) {
      refuse('The drawing lies more than 5,000 bars back. Choose a longer interval.');
    }
  }
  if (untilMs !== null && untilMs <= nowMs) refuse('The end of the alert is over already.');
  if (hours && hours.from === hours.to) refuse('The hours must begin and end at different times.');
}

function pushRoutes(
  router: Router,
  {
    db,
    clock,
    secret,
    sessionOf,
    mayReachLoopback,
  }: Pick<AlertRouteDeps, 'clock' | 'db' | 'mayReachLoopback' | 'secret' | 'sessionOf'>,
): void {
  const { publicKey } = vapidKeysOf(secret);
  router.route(getPushKey, async () => ({ publicKey }));
  router.route(addPushSubscription, async ({ user, body }) => {
    const owner = ownerOf(user);
    const userId = owner._id;
    try {
      parseReceiver(body.endpoint, mayReachLoopback);
    } catch (error) {
      throw new AppError('BAD_REQUEST', 'This is not the address of a push service.', {
        cause: error,
      });
    }
    const { endpoint, keys } = body;
    const sessionId = sessionOf(owner).id;
    const row = { sessionId, endpoint, ...keys, nowMs: clock.now() };
    if (!(await keepPushSubscription(db, row))) throw new AppError('UNAUTHORIZED', SESSION_ENDED);
    const kept = await findPushSubscriptions(db, userId);
    for (const old of kept.slice(MOST_BROWSERS)) {
      await deletePushSubscription(db, { endpoint: old.endpoint, userId });
    }
  });
  router.route(checkPushSubscription, async ({ user, body }) => ({
    isOn: await hasPushSubscription(db, { endpoint: body.endpoint, userId: ownerOf(user)._id }),
  }));
  router.route(removePushSubscription, ({ user, body }) =>
    deletePushSubscription(db, { endpoint: body.endpoint, userId: ownerOf(user)._id }),
  );
}

import { randomUUID } from 'node:crypto';
import type { Alert, AlertDefinition, AlertFiring } from '@moneytrail/contract';
import { expect, onTestFinished } from 'vitest';
import { makeAlert } from '../../../../../../packages/alerts/src/testing/make-alert.ts';
import type { InstrumentTick } from '../../../bus/index.ts';
import { addAccount, openSessionOf } from '../../../conformance/testing/people.ts';
import type { AppWorld } from '../../../conformance/testing/start-app.ts';
import { createAlertEngine } from '../engine/alert-engine.ts';

/** A person with a session who calls the API. */
export async function signIn(world: AppWorld, userId?: string) {
  const id = userId ?? (await addAccount(world));
  const { sessionId, token } = await openSessionOf(world, id);
  async function call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ) {
    const answer = await world.app.inject({
      method,
      url: `/api/${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { payload: body }),
    });
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
  }
  return {
    id,
    sessionId,
    call,
    make: async (more: Partial<AlertDefinition> = {}): Promise<Alert> => {
      const made = await call('POST', 'alerts', { key: randomUUID(), ...makeAlert(more) });
      expect([made.status, made.body.message]).toEqual([200, undefined]);
      return made.body.alert;
    },
    alert: async (alertId: number): Promise<Alert | undefined> =>
      (await call('GET', 'alerts')).body.alerts.find((each: Alert) => each.id === alertId),
    firings: async (): Promise<AlertFiring[]> => (await call('GET', 'alerts/firings')).body.firings,
  };
}

type Ticker = (tick: Partial<InstrumentTick> & { price: number }) => void;

/** The lease of the feed FMP, as one of several processes holds it. */
export async function holdLease({ context: { db } }: AppWorld) {
  const lease = { exchange: 'FMP', group: 0, token: 0, groupToken: 0 } as const;
  await db
    .insertInto('feed_leases')
    .values({ exchange: 'FMP', owner: 'test', token: 0, expires_at_ms: 0 })
    .onConflict((conflict) => conflict.column('exchange').doUpdateSet({ token: 0 }))
    .execute();
  await db
    .insertInto('feed_group_leases')
    .values({ exchange: 'FMP', group_number: 0, owner: null, token: 0 })
    .onConflict((conflict) =>
      conflict.columns(['exchange', 'group_number']).doUpdateSet({ token: 0 }),
    )
    .execute();
  let isHeld = true;
  return {
    live: {
      leaseOf: ({ exchange }: { exchange: string }) =>
        exchange === 'FMP' && isHeld ? { ...lease, isHeld: () => isHeld, unreadMs: 0 } : undefined,
    },
    setHeld: (now: boolean) => {
      isHeld = now;
    },
  };
}

/** An engine that owns the feed FMP, as one of several processes; `tick` sends it a price of bitcoin, `tickOf` of others. */
export async function startEngine(world: AppWorld) {
  const { context } = world;
  const { db } = context;
  const { live, setHeld } = await holdLease(world);
  const followers = new Map<number, (tick: InstrumentTick) => void>();
  const engine = createAlertEngine({
    ...context,
    timing: { syncMs: 20, retryMs: 20 },
    live: {
      ...live,
      registry: {
        follow: (instrument, onTick) => {
          followers.set(instrument.id, onTick);
          return () => followers.delete(instrument.id);
        },
      },
    },
  });
  engine.start();
  onTestFinished(() => engine.stop());
  const { id } = await context.catalogue.resolve('FMP:BTCUSD');
  const send = (instrumentId: number): Ticker => {
    return (given) => followers.get(instrumentId)?.({ timeMs: context.clock.now(), ...given });
  };
  const tick = send(id);
  return {
    engine,
    tick,
    tickOf: async (symbol: string) => send((await context.catalogue.resolve(symbol)).id),
    /** Resolves once the engine watches as many alerts of the instrument as are active. */
    isFollowing: () => expect.poll(() => followers.has(id)).toBe(true),
    /** Another process has got the lease. */
    loseLease: async () => setHeld(false),
    regainLease: () => setHeld(true),
    /** Resolves once the state after a price is stored. */
    hasStored: (price: number) =>
      expect
        .poll(() =>
          db
            .selectFrom('alert_cursors')
            .select('price')
            .where('instrument_id', '=', id)
            .executeTakeFirst(),
        )
        .toEqual({ price }),
    fence: () =>
      db.updateTable('feed_group_leases').set({ token: 1 }).where('exchange', '=', 'FMP').execute(),
  };
}

/** Sends a price until something holds: how soon an engine learns of an alert is not told. */
export async function tickUntil(
  tick: Ticker,
  prices: readonly number[],
  holds: () => Promise<boolean>,
) {
  await expect
    .poll(async () => {
      for (const price of prices) tick({ price });
      return holds();
    })
    .toBe(true);
}

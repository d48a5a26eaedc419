import { expect, onTestFinished, test } from 'vitest';
import { makeAlert } from '../../../../../../packages/alerts/src/testing/make-alert.ts';
import { ANY_KIND, openTestDatabase } from '../../../db/testing/test-database.ts';
import { runJob } from '../../../jobs/testing/run-job.ts';
import { createGuardedPost } from '../../../outside/guarded-post.ts';
import { MACHINE_CLOCK } from '../../../steady-clock.ts';
import { makeInstrument } from '../../live/testing/make-instrument.ts';
import { keepLimits } from '../alert-limits.ts';
import { pauseActive, resumePaused } from '../alert-states.ts';
import { keepRights } from '../keep-rights.ts';
import { addAlerts, makeFiring, storeMade } from '../testing/stored-alerts.ts';
import { deliveryJobs } from './delivery-jobs.ts';
import { createWebhooks } from './webhooks.ts';

const SECRET = 'x'.repeat(32);
const clock = MACHINE_CLOCK;
const LIMITS = { retail: 3, subscriber: 200, commercial: 1_000 };

/** Jobs over a database with alerts of one account; `mails` gets what they send. */
async function openJobs(alerts: number) {
  const { db, close } = await openTestDatabase(ANY_KIND);
  onTestFinished(close);
  const definitions = Array.from({ length: alerts }, () => makeAlert());
  const stored = await addAlerts(db, definitions);
  const mails: string[] = [];
  const jobs = deliveryJobs({
    db,
    clock,
    catalogue: { byId: () => undefined },
    secret: SECRET,
    publicUrl: '',
    contact: 'mailto:a@firm.example',
    webhooks: createWebhooks(SECRET),
    alertLimits: LIMITS,
    post: createGuardedPost({ mayReachLoopback: true, clock }),
    log: { warn: () => {} },
    outbox: {
      add: async (_trx, mail) => {
        mails.push(mail.channel);
      },
    },
    jobs: { enqueue: async () => null },
  });
  const fire = (channel: 'mail' | 'push', count: number) => {
    const channels = { mail: false, push: false, webhook: null, [channel]: true };
    const [alertId] = stored.alertIds;
    if (alertId === undefined) throw new Error('no alert');
    const firings = Array.from({ length: count }, (_, each) =>
      makeFiring(alertId, 1_000 + each, channels),
    );
    return storeMade(db, stored.instrumentId, firings, clock.now());
  };
  const statesOf = async () => {
    const rows = await db.selectFrom('alert_deliveries').select('state').execute();
    return rows.map(({ state }) => state);
  };
  return { db, jobs, mails, fire, statesOf, ...stored };
}

test('one run works through all push messages of a user that wait', async () => {
  const { jobs, userId, fire, statesOf } = await openJobs(1);
  await fire('push', 250);
  await runJob(jobs, 'alerts.send-pushes', { userId });
  expect(await statesOf()).not.toContain('waiting');
});

test('an account gets 30 alert mails an hour, and the rest fails with its reason', async () => {
  const { db, jobs, userId, fire, statesOf, mails } = await openJobs(1);
  await fire('mail', 45);
  await runJob(jobs, 'alerts.send-mails', { userId: 'another' });
  expect(await statesOf()).toEqual(Array.from({ length: 45 }, () => 'waiting'));
  await runJob(jobs, 'alerts.send-mails', { userId });
  expect(mails).toHaveLength(30);
  const failed = await db
    .selectFrom('alert_deliveries')
    .select('problem')
    .where('state', '=', 'failed')
    .execute();
  expect(failed).toEqual(
    Array.from({ length: 15 }, () => ({
      problem: 'No mail was sent: 30 alert mails were sent within an hour.',
    })),
  );
});

test('alerts resume although many others wait for their rights', async () => {
  const { db, alertIds } = await openJobs(1_100);
  const last = Number(alertIds.at(-1));
  await db.updateTable('alerts').set({ state: 'paused', paused_for: 'noRight' }).execute();
  const { id: freeId } = await db
    .insertInto('instruments')
    .values({
      exchange: 'FMP',
      code: 'ETHUSD',
      description: '',
      listed_name: '',
      listed_value: '',
      type: 'crypto',
      market_hours: 'crypto',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('alerts').set({ instrument_id: freeId }).where('id', '=', last).execute();
  const free = makeInstrument({ exchange: 'Imported', importAccess: 'signedIn' });
  const catalogue = { byId: (id: number) => (id === freeId ? free : undefined) };
  await keepRights({ db, clock, catalogue });
  const active = await db
    .selectFrom('alerts')
    .select(['id', 'activation', 'revision'])
    .where('state', '=', 'active')
    .execute();
  expect(active).toEqual([{ id: last, activation: 2, revision: 2 }]);
});

test('neither a missing right nor its return overwrites the pause of an owner', async () => {
  const { db, alertIds } = await openJobs(2);
  const [first = 0, second = 0] = alertIds;
  const stateOf = () =>
    db.selectFrom('alerts').select(['id', 'state', 'paused_for']).orderBy('id').execute();
  const byOwner = { state: 'paused', paused_for: 'byOwner' } as const;
  await db.updateTable('alerts').set(byOwner).where('id', '=', first).execute();
  await db.updateTable('alerts').set({ activation: 2 }).where('id', '=', second).execute();
  await pauseActive(
    db,
    [first, second].map((id) => ({ id, activation: 1 })),
    'noRight',
  );
  const expected = [
    { id: first, ...byOwner },
    { id: second, state: 'active', paused_for: null },
  ];
  expect(await stateOf()).toEqual(expected);
  // Paused by its owner since it was read as waiting for a right.
  await db.updateTable('alerts').set({ revision: 2 }).where('id', '=', first).execute();
  await resumePaused(db, [{ id: first, revision: 1 }], clock.now());
  expect(await stateOf()).toEqual(expected);
});

/** Every instrument is bitcoin at FMP, which everybody may see. */
const FREE = { byId: (id: number) => makeInstrument({ id }) };

test('without its plan, an account keeps its oldest alerts; the others go on once there is room', async () => {
  const { db, alertIds } = await openJobs(6);
  const activeIds = async () => {
    const rows = await db
      .selectFrom('alerts')
      .select(['id', 'paused_for'])
      .where('state', '=', 'active')
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  };
  await keepLimits({ db, clock, catalogue: FREE, alertLimits: LIMITS });
  expect(await activeIds()).toEqual(alertIds.slice(0, 3));
  const paused = await db
    .selectFrom('alerts')
    .select('paused_for')
    .where('state', '=', 'paused')
    .execute();
  expect(paused.map((row) => row.paused_for)).toEqual(['overLimit', 'overLimit', 'overLimit']);
  await db.deleteFrom('alerts').where('id', '=', Number(alertIds[0])).execute();
  await keepLimits({ db, clock, catalogue: FREE, alertLimits: LIMITS });
  expect(await activeIds()).toEqual(alertIds.slice(1, 4));
});

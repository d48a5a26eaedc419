import { measureTurns } from '../longest-turn.ts';
import { serveProduct } from '../serve-product.ts';

// Imported late: the product sets up its memory before it loads anything.
const { openSessionOf } = await import('../../apps/server/src/conformance/testing/people.ts');
const { insertUser } = await import('../../apps/server/src/modules/accounts/profile/user-store.ts');
const { newUser } = await import('../../apps/server/src/modules/accounts/registration/new-user.ts');
const { accountsIn } = await import('../../apps/server/src/testing/accounts-in.ts');
const { ADMIN, ATTACKER, NAMES, PASSWORD, READER } = await import('./people.ts');

/** Access tokens of new sessions, which last ten minutes. */
export type Tokens = { reader: string; attacker: string; admin: string };

/**
 * The product within its own limits, with accounts that have paid for everything. `SETTINGS` are settings of the product;
 * with `IS_FURTHER` another process has made the accounts.
 */
const { SETTINGS = '{}', IS_FURTHER } = process.env;
const { context, port } = await serveProduct({ isLimited: true, settings: JSON.parse(SETTINGS) });
const ids = new Map<string, string>();

async function addAccounts(): Promise<void> {
  const password_hash = await accountsIn(context).services.hasher.hash(PASSWORD);
  for (const username of NAMES) {
    const name = { first_name: 'Ana', last_name: 'Botha' };
    const paid = { has_paid: true, payment_valid_until: '2099-12-31' };
    const is_super_admin = username === ADMIN;
    const kind = { user_type: 'commercial', is_approved: true, is_super_admin, ...paid } as const;
    const user = newUser(Date.now(), { username, password_hash, ...name, ...kind });
    await insertUser(context.db, user);
    ids.set(username, user.id);
  }
}
if (!IS_FURTHER) await addAccounts();

async function tokenOf(username: string): Promise<string> {
  return (await openSessionOf({ context }, ids.get(username) ?? '')).token;
}

/** Processor time so far, ms: of the serving thread, and of all threads; the longest turn since it was last asked for. */
export type Processor = { servingMs: number; allMs: number; longestTurnMs: number };

const longestTurnMs = measureTurns();

function processorTime(): Processor {
  const [serving, all] = [process.threadCpuUsage(), process.cpuUsage()];
  return {
    servingMs: (serving.user + serving.system) / 1_000,
    allMs: (all.user + all.system) / 1_000,
    longestTurnMs: longestTurnMs(),
  };
}

process.on('message', (message) => {
  if (message === 'processor') process.send?.(processorTime());
  if (message !== 'tokens') return;
  Promise.all([READER, ATTACKER, ADMIN].map(tokenOf)).then(
    ([reader = '', attacker = '', admin = '']) =>
      process.send?.({ reader, attacker, admin } satisfies Tokens),
    (error: unknown) => process.send?.(String(error)),
  );
});
process.send?.({ port });

import { randomUUID } from 'node:crypto';
import type { BegunSession } from '../../apps/server/src/testing/begin-session.ts';
import { serveProduct } from '../serve-product.ts';

// Loaded afterwards: the product's own memory is set up before anything of it is loaded.
const { findUserByName } = await import(
  '../../apps/server/src/modules/accounts/profile/user-store.ts'
);
const { beginSession } = await import('../../apps/server/src/testing/begin-session.ts');

const COMMERCIAL = 'commercial@demo.test';

/** Somebody who signs in as people do. */
export type BenchPerson = { email: string; password: string; phone: string };

/**
 * The product with its page from a given folder. Asked for `session` it signs a commercial account in on a new device,
 * asked for `person` it makes another such account.
 */
const { context, port } = await serveProduct({ webFolder: process.argv[2] ?? null });

async function sessionOfCommercial(): Promise<BegunSession> {
  const user = await findUserByName(context.db, COMMERCIAL);
  if (!user) throw new Error(`nobody is called ${COMMERCIAL}`);
  return beginSession(context, user);
}

let people = 0;

async function makePerson(): Promise<BenchPerson> {
  people += 1;
  const email = `bench-${people}@demo.test`;
  const phone = `+2783000${String(people).padStart(4, '0')}`;
  // What the database makes itself cannot be given to it.
  const { name_key, search_text, status_rank, access_ends_ms, paid_day, ...like } = await context.db
    .selectFrom('users')
    .selectAll()
    .where('username', '=', COMMERCIAL)
    .executeTakeFirstOrThrow();
  const own = { id: randomUUID(), username: email, phone_e164: phone };
  await context.db
    .insertInto('users')
    .values({ ...like, ...own })
    .execute();
  return { email, password: context.config.accounts.demoPassword ?? '', phone };
}

process.on('message', (message) => {
  const made = message === 'session' ? sessionOfCommercial() : makePerson();
  made.then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.(String(error)),
  );
});
process.send?.({ port });

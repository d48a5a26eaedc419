import { randomUUID } from 'node:crypto';
import type { BegunSession } from '../../apps/server/src/testing/begin-session.ts';
import { serveProduct } from '../serve-product.ts';

// Imported late: the product sets up its memory before it loads anything.
const { findUserByName } = await import(
  '../../apps/server/src/modules/accounts/profile/user-store.ts'
);
const { beginSession } = await import('../../apps/server/src/testing/begin-session.ts');

const COMMERCIAL = 'commercial@demo.test';

/** A person who signs in as people do. */
export type BenchPerson = { email: string; password: string; phone: string };

/**
 * The product with its page from a given folder. The message `person` creates another commercial account; `session` signs
 * one in as well. No two profiles have an account in common: its saved charts would open in both.
 */
const { context, port } = await serveProduct({ webFolder: process.argv[2] ?? null });

let people = 0;

async function makePerson(): Promise<BenchPerson> {
  people += 1;
  const email = `bench-${people}@demo.test`;
  const phone = `+2783000${String(people).padStart(4, '0')}`;
  // The database computes these columns itself.
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

async function sessionOfNewPerson(): Promise<BegunSession> {
  const { email } = await makePerson();
  const user = await findUserByName(context.db, email);
  if (!user) throw new Error(`no account ${email}`);
  return beginSession(context, user);
}

process.on('message', (message) => {
  const made = message === 'session' ? sessionOfNewPerson() : makePerson();
  made.then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.(String(error)),
  );
});
process.send?.({ port });

import type { Context } from '../context.ts';
import type { Accounts } from '../modules/accounts/index.ts';

/** The accounts of a context that serves browsers; throws in one without the role `api`. */
export function accountsIn({ people }: Pick<Context, 'people'>): Accounts {
  if (!people) throw new Error('a process without the role api has no accounts');
  return people.accounts;
}

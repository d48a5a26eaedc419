import type { UserDetails } from '@moneytrail/contract';
import { isoMoment } from '../../../iso-time.ts';
import type { AccountServices } from '../account-services.ts';
import { notFound } from '../profile/guards.ts';

/** A person's data that lists do not carry; throws 404 without an account. */
export async function readUserDetails(
  { db }: Pick<AccountServices, 'db'>,
  userId: string,
): Promise<UserDetails> {
  const user = await db
    .selectFrom('users')
    .select(['date_of_birth', 'gender', 'email_confirmed_at_ms'])
    .where('id', '=', userId)
    .where('deleted_at_ms', 'is', null)
    .executeTakeFirst();
  if (!user) notFound();
  const { lastMs } = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.max('last_used_at_ms').as('lastMs'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const { count } = await db
    .selectFrom('layouts')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    dateOfBirth: user.date_of_birth,
    gender: user.gender,
    emailConfirmedAt: isoMoment(user.email_confirmed_at_ms),
    lastActiveAt: isoMoment(lastMs),
    layouts: Number(count),
  };
}

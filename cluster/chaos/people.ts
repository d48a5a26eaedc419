import { join } from 'node:path';
import type { Cluster } from '../cluster.ts';
import { OWN_RELEASE } from '../release.ts';

/** A signed-in person: what a browser keeps of the session. */
export type Person = {
  email: string;
  deviceId: string;
  accessToken: string;
  /** The refresh cookie's value, which each refresh replaces. */
  refreshCookie: string;
};

const PAID = {
  user_type: 'commercial',
  has_paid: true,
  payment_valid_until: '2099-12-31',
} as const;

/**
 * Makes accounts that have paid for everything, each signed in on one device. They are written to the database directly,
 * as a sign-in with its code takes a minute an account.
 * @param release the folder of the release that runs, whose code knows the tables as they are
 */
export async function signInPeople(
  { environment, database }: Pick<Cluster, 'environment' | 'database'>,
  count: number,
  release = OWN_RELEASE,
): Promise<Person[]> {
  // Imported late: the product sets its memory up before it loads anything.
  const server = (path: string) => import(join(release, 'apps/server/src', path));
  const { readConfig }: typeof import('../../apps/server/src/config.ts') =
    await server('config.ts');
  const { createContext }: typeof import('../../apps/server/src/context.ts') =
    await server('context.ts');
  const { addAccount }: typeof import('../../apps/server/src/conformance/testing/people.ts') =
    await server('conformance/testing/people.ts');
  const {
    findUser,
  }: typeof import('../../apps/server/src/modules/accounts/profile/user-store.ts') = await server(
    'modules/accounts/profile/user-store.ts',
  );
  const { beginSession }: typeof import('../../apps/server/src/testing/begin-session.ts') =
    await server('testing/begin-session.ts');
  const settings = { ...environment, DATABASE_URL: database.url, ROLES: 'api', LOG_LEVEL: 'fatal' };
  const context = await createContext(readConfig(settings));
  try {
    const people: Person[] = [];
    for (let index = 0; index < count; index++) {
      const email = `trader${index}@example.org`;
      const id = await addAccount({ context }, { ...PAID, username: email });
      const stored = await findUser(context.db, id);
      if (!stored) throw new Error('an account was not stored');
      const { accessToken, deviceId, cookie } = await beginSession(context, stored);
      people.push({ email, deviceId, accessToken, refreshCookie: cookie });
    }
    return people;
  } finally {
    await context.close();
  }
}

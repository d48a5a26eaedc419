import { DAY_MS } from '@moneytrail/calendar';
import type { Context } from '../../context.ts';
import { yearlyPlan } from '../../modules/accounts/demo/demo-accounts.ts';
import {
  findUser,
  insertUser,
  type NewUser,
  setStanding,
} from '../../modules/accounts/profile/user-store.ts';
import { newUser } from '../../modules/accounts/registration/new-user.ts';
import { createPasswordHasher } from '../../modules/accounts/secrets/password-hasher.ts';
import { openChallenge } from '../../modules/accounts/sign-in/challenge.ts';
import { createLayout } from '../../modules/workspace/layouts/save-layout.ts';
import { OWN_SPACE } from '../../modules/workspace/owner.ts';
import { shareLayout } from '../../modules/workspace/shares/share-layout.ts';
import { saveTemplate } from '../../modules/workspace/templates/templates.ts';
import { accountsIn } from '../../testing/accounts-in.ts';
import { beginSession } from '../../testing/begin-session.ts';

export const KINDS = [
  'anonymous',
  'awaiting a code',
  'retail unpaid',
  'retail paid',
  'commercial',
  'commercial expired',
  'sub-user',
  'sub-user suspended',
  'revoked',
  'super admin',
] as const;
export type Kind = (typeof KINDS)[number];
type AccountKind = Exclude<Kind, 'anonymous'>;

const dayFrom = (nowMs: number, days: number) =>
  new Date(nowMs + days * DAY_MS).toISOString().slice(0, 10);

/** The differences of a kind from an approved retail account without a plan. */
function seedOf(kind: AccountKind, nowMs: number, parentId: string): Partial<NewUser> {
  const commercial = { user_type: 'commercial', has_paid: true } as const;
  switch (kind) {
    case 'awaiting a code':
    case 'retail unpaid':
    case 'retail paid':
      return {};
    case 'commercial':
      return { ...commercial, payment_valid_until: dayFrom(nowMs, 30) };
    case 'commercial expired':
      return { ...commercial, payment_valid_until: dayFrom(nowMs, -30) };
    case 'sub-user':
      return { user_type: 'commercial', parent_user_id: parentId };
    case 'sub-user suspended':
      return {
        user_type: 'commercial',
        parent_user_id: parentId,
        seat_suspended_by_parent: true,
      };
    case 'revoked':
      return { access_revoked: true };
    case 'super admin':
      return { user_type: 'commercial', is_super_admin: true };
  }
}

let people = 0;
const passwordHash = createPasswordHasher({ memoryKiB: 64, passes: 1 }).hash('Nobody-1-knows');

/** Stores an approved account without a usable password. */
export async function addAccount(
  { context }: { context: Context },
  seed: Partial<NewUser> = {},
): Promise<string> {
  people += 1;
  const user = newUser(context.clock.now(), {
    username: `person${people}@example.com`,
    first_name: 'Ana',
    last_name: 'Botha',
    user_type: 'retail',
    is_approved: true,
    phone_e164: `+2782${String(2_000_000 + people)}`,
    password_hash: await passwordHash,
    ...(seed.user_type === 'commercial'
      ? { is_detailed_summary_allowed: true, is_suffix_allowed: true }
      : {}),
    ...seed,
  });
  await insertUser(context.db, user);
  return user.id;
}

/** Stores one account of every kind and returns their ids. */
export async function addEverybody(world: {
  context: Context;
}): Promise<Record<AccountKind, string>> {
  const { db, clock } = world.context;
  const nowMs = clock.now();
  const parentId = await addAccount(world, seedOf('commercial', nowMs, ''));
  const add = (kind: AccountKind) => addAccount(world, seedOf(kind, nowMs, parentId));
  const ids = {
    'awaiting a code': await add('awaiting a code'),
    'retail unpaid': await add('retail unpaid'),
    'retail paid': await add('retail paid'),
    commercial: await add('commercial'),
    'commercial expired': await add('commercial expired'),
    'sub-user': await add('sub-user'),
    'sub-user suspended': await add('sub-user suspended'),
    revoked: await add('revoked'),
    'super admin': await add('super admin'),
  };
  const span = { startMs: nowMs, endMs: nowMs + 30 * DAY_MS };
  await setStanding(db, ids['retail paid'], yearlyPlan(span));
  return ids;
}

export const DEVICE_ID = '00000000-0000-4000-8000-00000000c040';

/** Opens a session on a new device, with its first access token. */
export async function openSessionOf(
  { context }: { context: Context },
  userId: string,
): Promise<{ sessionId: string; token: string }> {
  const user = await findUser(context.db, userId);
  if (!user) throw new Error(`nobody has the id ${userId}`);
  const { sessionId, accessToken } = await beginSession(context, user);
  return { sessionId, token: accessToken };
}

/** Stores a shared layout and a study template; returns the layout's id and its link's token. */
export async function keepCharts({ context }: { context: Context }, userId: string) {
  const data = { name: 'Morning', symbol: 'FMP:BTCUSD', resolution: '60', content: '{}' };
  const owner = { userId, spaces: [OWN_SPACE] } as const;
  const template = { ...owner, tool: 'moneytrail/studies', name: 'Morning' };
  await saveTemplate(context, template, '{}');
  const { id } = await createLayout(context, { owner, key: null, data });
  return { layoutId: String(id), shareToken: await shareLayout(context, { ...owner, id }, '{}') };
}

export async function openChallengeOf({ context }: { context: Context }, userId: string) {
  const { services } = accountsIn(context);
  const start = { userId, deviceId: DEVICE_ID, purpose: 'sign-in', phone: null } as const;
  const { cookie } = await openChallenge(services, context.db, start);
  return { name: cookie.name, value: cookie.value ?? '' };
}

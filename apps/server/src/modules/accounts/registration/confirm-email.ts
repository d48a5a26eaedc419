import { AppError } from '@moneytrail/contract';
import { auditContext, type Core, type RequestContext } from '../core.ts';
import { changeUser, findUser, type UserRow } from '../profile/user-store.ts';
import { hmac, isSame } from '../secrets/keys.ts';

const NOT_VALID = 'The link is not valid.';
const CONFIRMED = 'Your email address is confirmed.';

type Owner = Pick<UserRow, 'id' | 'username'>;

function proofOf(core: Pick<Core, 'keys'>, user: Owner): Buffer {
  return hmac(core.keys.emailConfirmation, [user.id, user.username]);
}

/** What the link in the first mail carries: bound to the account and its address, good until the address changes. */
export function confirmationToken(core: Pick<Core, 'keys'>, user: Owner): string {
  return `${user.id}.${proofOf(core, user).toString('base64url')}`;
}

/** Notes that the mail arrived; nothing else of the account changes. Doing it twice is recorded once. */
export async function confirmEmail(
  core: Core,
  request: { token: string },
  context: RequestContext,
): Promise<{ message: string }> {
  const [, id, proof] = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/.exec(request.token) ?? [];
  const nowMs = core.clock.now();
  await core.db.transaction().execute(async (trx) => {
    const user = id ? await findUser(trx, id, 'for update') : null;
    const isGenuine = user && isSame(proofOf(core, user), Buffer.from(proof ?? '', 'base64url'));
    if (!isGenuine) throw new AppError('CONFIRM_TOKEN_INVALID', NOT_VALID);
    if (user.email_confirmed_at_ms !== null) return;
    await changeUser(trx, user.id, { email_confirmed_at_ms: nowMs });
    const entry = { action: 'account.email-confirmed', actorId: user.id, subjectId: user.id };
    await core.audit.append(trx, { ...entry, ...auditContext(context) });
  });
  return { message: CONFIRMED };
}

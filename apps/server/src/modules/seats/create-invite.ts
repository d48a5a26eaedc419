import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@moneytrail/calendar';
import type { NewSeatInvite } from '@moneytrail/contract';
import { assertFreeSeat } from './free-seat.ts';
import { inviteHash, newInviteToken } from './invite-token.ts';
import { assertMayChangeSeats, type Caller, changeSeats, type SeatDeps } from './main-user.ts';
import { presentInvite } from './present.ts';
import { insertInvite } from './store.ts';

const LIFE_MS = 7 * DAY_MS;

/** Promises a seat for seven days. The link is answered here and can never be read again: only its hash is kept. */
export async function createInvite(deps: SeatDeps, caller: Caller): Promise<NewSeatInvite> {
  assertMayChangeSeats(deps, caller.user);
  await deps.accounts.limitInvites(caller.user);
  const { clock, settings } = deps.accounts.services;
  const token = newInviteToken();
  const invite = await changeSeats(deps, caller, async (trx, main) => {
    const nowMs = clock.now();
    await assertFreeSeat(trx, deps.settings, { user: main, nowMs });
    const row = {
      id: randomUUID(),
      parent_user_id: main.id,
      created_at_ms: nowMs,
      expires_at_ms: nowMs + LIFE_MS,
    };
    await insertInvite(trx, { ...row, token_hash: inviteHash(token) });
    return {
      answer: presentInvite({ ...row, accepted_at_ms: null, revoked_at_ms: null }, nowMs),
      entry: { action: 'seat-invite.created', subjectId: main.id, after: { inviteId: row.id } },
    };
  });
  return { ...invite, url: `${settings.publicUrl}/register?invite=${token}` };
}

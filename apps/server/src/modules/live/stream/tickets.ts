import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../../db/index.ts';
import { grantNamed } from '../../../http/grant.ts';
import { defineScheduled, type Job } from '../../../jobs/index.ts';

const TICKET_LIFE_MS = 30_000;
const TICKET_BYTES = 32;

type Deps = { db: Db; clock: { now: () => number } };

function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}

/**
 * A ticket for one connection within 30 s; `sessionId` names the session or the grant of its holder, and is null for an
 * anonymous visitor. Only the ticket's hash is stored.
 */
export async function issueTicket(
  { db, clock }: Deps,
  sessionId: string | null,
): Promise<{ ticket: string; expiresAtMs: number }> {
  const ticket = randomBytes(TICKET_BYTES).toString('base64url');
  const expiresAtMs = clock.now() + TICKET_LIFE_MS;
  const holder =
    sessionId !== null && grantNamed(sessionId)
      ? { session_id: null, grant_id: sessionId }
      : { session_id: sessionId };
  await db
    .insertInto('stream_tickets')
    .values({ hash: hashOf(ticket), ...holder, expires_at_ms: expiresAtMs })
    .execute();
  return { ticket, expiresAtMs };
}

/** Deletes a ticket and answers its session or grant; null for one that is unknown, used or expired. Only one caller gets it. */
export async function redeemTicket(
  { db, clock }: Deps,
  ticket: string,
): Promise<{ sessionId: string | null } | null> {
  const taken = await db
    .deleteFrom('stream_tickets')
    .where('hash', '=', hashOf(ticket))
    .where('expires_at_ms', '>', clock.now())
    .returning(['session_id', 'grant_id'])
    .executeTakeFirst();
  return taken ? { sessionId: taken.session_id ?? taken.grant_id } : null;
}

/** Removes tickets that were not redeemed in time. */
export function liveJobs({ db, clock }: Deps): Job[] {
  return [
    defineScheduled({
      name: 'live.remove-stale-tickets',
      schedule: '*/10 * * * *',
      handler: async () => {
        await db.deleteFrom('stream_tickets').where('expires_at_ms', '<=', clock.now()).execute();
      },
    }),
  ];
}

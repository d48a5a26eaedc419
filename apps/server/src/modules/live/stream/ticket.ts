import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../../db/index.ts';
import { insertTicket, takeTicket } from '../store.ts';

const TICKET_LIFE_MS = 30_000;
const TICKET_BYTES = 32;

type Deps = { db: Db; clock: { now: () => number } };

function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}

/** A ticket for one connection within 30 s, of a session or of an anonymous visitor (null); only its hash is kept. */
export async function issueTicket(
  deps: Deps,
  sessionId: string | null,
): Promise<{ ticket: string; expiresAtMs: number }> {
  const ticket = randomBytes(TICKET_BYTES).toString('base64url');
  const expiresAtMs = deps.clock.now() + TICKET_LIFE_MS;
  await insertTicket(deps.db, { hash: hashOf(ticket), sessionId, expiresAtMs });
  return { ticket, expiresAtMs };
}

/** Whose ticket it is, once; null for a ticket that is unknown, used or too old. */
export async function redeemTicket(
  deps: Deps,
  ticket: string,
): Promise<{ sessionId: string | null } | null> {
  return await takeTicket(deps.db, hashOf(ticket), deps.clock.now());
}

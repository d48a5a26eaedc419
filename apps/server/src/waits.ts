/**
 * How long is waited for others before a request is answered without them, or told that it cannot be: milliseconds, the
 * product's own where nothing is given. Lengthened where a test is about something else: a busy machine is slow, and
 * nothing is away.
 */
export type Waits = {
  /** For a connection to PostgreSQL, or a place among them. */
  connectMs?: number;
  /** For instruments that are read again. */
  catalogueMs?: number;
  /** For the count that all processes share of visitors' requests. */
  counterMs?: number;
  /** For other attempts to sign in at one account or address. */
  attemptMs?: number;
  /** For a payment provider that says whether a notice is its own. */
  noticeMs?: number;
};

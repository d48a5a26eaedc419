/**
 * Timeouts, in milliseconds, after which a request is answered without a dependency or fails; the production values by
 * default. Tests that are about something else lengthen them, since a busy machine is slow.
 */
export type Waits = {
  /** For a connection to PostgreSQL, or a free one in the pool. */
  connectMs?: number;
  /** For reloading instruments. */
  catalogueMs?: number;
  /** For the shared count of visitors' requests. */
  counterMs?: number;
  /** For other sign-in attempts at the same account or address. */
  attemptMs?: number;
  /** For a payment provider's verification of a notice. */
  noticeMs?: number;
};

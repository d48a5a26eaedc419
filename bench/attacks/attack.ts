/** One account's misuse of the server, within every stated limit, until the signal aborts it. */
export type Attack = {
  name: string;
  /** Needs the rights of a super admin. */
  isOfAdmin?: true;
  /** Makes what the attack needs, before its first request and before anything is measured. */
  prepare?(at: { origin: string; token: string }): Promise<void>;
  /** Resolves after the abort with the number of answers by status; 0 counts connections that were closed. */
  run(
    at: { origin: string; token: string },
    signal: AbortSignal,
  ): Promise<{ answered: Record<number, number> }>;
};

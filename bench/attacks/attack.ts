/** One account's misuse of the server, within every stated limit, until the signal aborts it. */
export type Attack = {
  name: string;
  /** Resolves after the abort with the number of answers by status; 0 counts connections that were closed. */
  run(
    at: { origin: string; token: string },
    signal: AbortSignal,
  ): Promise<{ answered: Record<number, number> }>;
};

/** How a command ends, for the shell and for scripts. */
export const EXIT = {
  done: 0,
  /** Nothing was changed: bad lines, or the database cannot be used. */
  refused: 1,
  /** The command was not understood. */
  usage: 2,
} as const;

/** A mistake in how a command was called; answered with its message and the way to help. */
export class UsageError extends Error {}

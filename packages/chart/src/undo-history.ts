/** One step: `undo` restores the state before it, `redo` the state after it. */
export type UndoCommand = { undo: () => void; redo: () => void };

export type UndoState = { canUndo: boolean; canRedo: boolean };

/** Older steps are dropped. */
const MOST_STEPS = 200;

export type UndoHistory = ReturnType<typeof createUndoHistory>;

/** The user's changes, which can be undone and redone step by step. */
export function createUndoHistory(onChange: (state: UndoState) => void) {
  let done: UndoCommand[] = [];
  let undone: UndoCommand[] = [];
  /** Changes made by a running step are no new steps. */
  let isRunning = false;
  const state = (): UndoState => ({ canUndo: done.length > 0, canRedo: undone.length > 0 });
  const run = (from: UndoCommand[], to: UndoCommand[], side: keyof UndoCommand) => {
    const command = from.at(-1);
    if (!command || isRunning) return false;
    isRunning = true;
    try {
      command[side]();
    } finally {
      isRunning = false;
    }
    from.pop();
    to.push(command);
    onChange(state());
    return true;
  };
  return {
    /** Adds a change that has just been made; undone steps are forgotten. */
    push(command: UndoCommand): void {
      if (isRunning) return;
      done = [...done.slice(1 - MOST_STEPS), command];
      undone = [];
      onChange(state());
    },
    /**
     * Replaces or removes the newest step if it is `newest`, so that several edits of one thing are one step. False when
     * another step was added since.
     */
    replace(newest: UndoCommand | null, by: UndoCommand | null): boolean {
      if (newest === null || done.at(-1) !== newest) return false;
      done = by ? [...done.slice(0, -1), by] : done.slice(0, -1);
      onChange(state());
      return true;
    },
    /** Undoes the newest step, with `only` if it is that one; false where there is none. */
    undo: (only = done.at(-1)) => only === done.at(-1) && run(done, undone, 'undo'),
    /** False where there is no undone step. */
    redo: () => run(undone, done, 'redo'),
    /** Whether a step is being undone or redone. */
    isRunning: () => isRunning,
    /** Replaces all steps, oldest first; of the undone ones the last is redone first. */
    restore(nextDone: readonly UndoCommand[], nextUndone: readonly UndoCommand[]): void {
      if (isRunning) return;
      done = nextDone.slice(-MOST_STEPS);
      undone = nextUndone.slice(-MOST_STEPS);
      onChange(state());
    },
    /** Forgets all steps, as the state that they would restore is gone; a running step keeps the others. */
    clear(): void {
      if (isRunning) return;
      done = [];
      undone = [];
      onChange(state());
    },
    state,
  };
}

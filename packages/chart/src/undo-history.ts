/** One change that can be taken back: both sides leave exactly what they name. */
export type UndoCommand = { undo: () => void; redo: () => void };

/** What a user changed, so that it can be taken back and done again, step by step. */
export type UndoHistory = {
  /** Adds a change that has just been made; what had been taken back before is forgotten. */
  push: (command: UndoCommand) => void;
  /**
   * Puts one change in the place of the newest, or takes that away, where it is the one that is named: several edits of
   * one thing are one step. False where something else was changed since.
   */
  replace: (newest: UndoCommand | null, by: UndoCommand | null) => boolean;
  /** Takes the newest change back; false where there is none. */
  undo: () => boolean;
  /** Does again what was taken back last; false where there is nothing. */
  redo: () => boolean;
  /** Forgets all steps: what they would restore is no longer there. */
  clear: () => void;
  state: () => UndoState;
};

export type UndoState = { canUndo: boolean; canRedo: boolean };

/** Steps that are kept; the oldest go first. */
const MOST_STEPS = 200;

/** `onChange` is called whenever what can be taken back or done again has changed. */
export function createUndoHistory(onChange: (state: UndoState) => void): UndoHistory {
  let done: UndoCommand[] = [];
  let undone: UndoCommand[] = [];
  /** While a step runs, changes that it makes are its own and no new steps. */
  let isRunning = false;
  const state = () => ({ canUndo: done.length > 0, canRedo: undone.length > 0 });
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
    push(command) {
      if (isRunning) return;
      done = [...done.slice(1 - MOST_STEPS), command];
      undone = [];
      onChange(state());
    },
    replace(newest, by) {
      if (newest === null || done.at(-1) !== newest) return false;
      done = by ? [...done.slice(0, -1), by] : done.slice(0, -1);
      onChange(state());
      return true;
    },
    undo: () => run(done, undone, 'undo'),
    redo: () => run(undone, done, 'redo'),
    clear() {
      done = [];
      undone = [];
      onChange(state());
    },
    state,
  };
}

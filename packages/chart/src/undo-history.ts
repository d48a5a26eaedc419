/** One step: `undo` restores the state before it, `redo` the state after it. */
export type UndoCommand = { undo: () => void; redo: () => void };

/**
 * Serial numbers of the steps that undo and redo take next; null where there is none. All histories of a page count on, so
 * that the largest step to undo, or the smallest to redo, is the next one of all.
 */
export type UndoState = { undoSerial: number | null; redoSerial: number | null };

type Step = { command: UndoCommand; serial: number };

/** Older steps are dropped. */
const MOST_STEPS = 200;

/** The newest step of all histories of the page has this number. */
let newestSerial = 0;

export type UndoHistory = ReturnType<typeof createUndoHistory>;

function numbered(command: UndoCommand): Step {
  newestSerial += 1;
  return { command, serial: newestSerial };
}

/** The user's changes, which can be undone and redone step by step. A new step of any history of the page ends redo. */
export function createUndoHistory(onChange: (state: UndoState) => void) {
  let done: Step[] = [];
  let undone: Step[] = [];
  /** The page's newest step when the last one was undone. */
  let undoneAt = 0;
  /** Changes made by a running step are no new steps. */
  let isRunning = false;
  const redoable = () => (undoneAt === newestSerial ? undone : []);
  const state = (): UndoState => ({
    undoSerial: done.at(-1)?.serial ?? null,
    redoSerial: redoable().at(-1)?.serial ?? null,
  });
  const run = (step: Step | undefined, side: keyof UndoCommand): step is Step => {
    if (!step || isRunning) return false;
    isRunning = true;
    try {
      step.command[side]();
    } finally {
      isRunning = false;
    }
    return true;
  };
  return {
    /** Adds a change that has just been made; undone steps are forgotten. */
    push(command: UndoCommand): void {
      if (isRunning) return;
      done = [...done.slice(1 - MOST_STEPS), numbered(command)];
      undone = [];
      onChange(state());
    },
    /**
     * Replaces or removes the newest step if it is `newest`, so that several edits of one thing are one step. False when
     * another step was added since.
     */
    replace(newest: UndoCommand | null, by: UndoCommand | null): boolean {
      const last = done.at(-1);
      if (newest === null || last?.command !== newest) return false;
      const { serial } = last;
      done = by ? [...done.slice(0, -1), { command: by, serial }] : done.slice(0, -1);
      onChange(state());
      return true;
    },
    /** Undoes the newest step, with `only` if it is that one; false where there is none. */
    undo(only?: UndoCommand): boolean {
      const step = done.at(-1);
      if ((only && only !== step?.command) || !run(step, 'undo')) return false;
      undone = [...redoable(), step];
      undoneAt = newestSerial;
      done = done.slice(0, -1);
      onChange(state());
      return true;
    },
    /** False where there is no undone step. */
    redo(): boolean {
      const step = redoable().at(-1);
      if (!run(step, 'redo')) return false;
      undone = undone.slice(0, -1);
      done = [...done, step];
      onChange(state());
      return true;
    },
    /** Whether a step is being undone or redone. */
    isRunning: () => isRunning,
    /** Replaces all steps, oldest first; of the undone ones the last is redone first. */
    restore(nextDone: readonly UndoCommand[], nextUndone: readonly UndoCommand[]): void {
      if (isRunning) return;
      done = nextDone.slice(-MOST_STEPS).map(numbered);
      undone = nextUndone.slice(-MOST_STEPS).toReversed().map(numbered).toReversed();
      undoneAt = newestSerial;
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

type Steps = { state: () => UndoState };

function foremost<Of extends Steps>(
  histories: readonly Of[],
  rankOf: (state: UndoState) => number | null,
): Of | null {
  let best: { of: Of; rank: number } | null = null;
  for (const of of histories) {
    const rank = rankOf(of.state());
    if (rank !== null && rank > (best?.rank ?? Number.NEGATIVE_INFINITY)) best = { of, rank };
  }
  return best?.of ?? null;
}

/** The history with the newest step of all; null where there is none. */
export function nextToUndo<Of extends Steps>(histories: readonly Of[]): Of | null {
  return foremost(histories, ({ undoSerial }) => undoSerial);
}

/** The history with the step that was undone last; null where there is none. */
export function nextToRedo<Of extends Steps>(histories: readonly Of[]): Of | null {
  return foremost(histories, ({ redoSerial }) => redoSerial && -redoSerial);
}

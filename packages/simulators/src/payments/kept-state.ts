/** Where a simulator keeps what it knows, as one text, beyond the end of its process. */
export type StateStorage = {
  /** Null before the first `write`. */
  read: () => Promise<string | null>;
  write: (text: string) => Promise<void>;
};

/** What a simulator knows, read and written one change after the other. */
export type KeptState<State> = {
  /** Reads the state, lets `act` change it in place and stores it before it resolves. */
  change: <Result>(act: (state: State) => Result) => Promise<Result>;
};

function inMemory(): StateStorage {
  let kept: string | null = null;
  return {
    read: async () => kept,
    write: async (text) => {
      kept = text;
    },
  };
}

/**
 * Reads the storage before every change, so that several processes on one storage know the same. What the storage holds
 * and `isState` does not recognise is forgotten.
 */
export function keepState<State>(
  deps: { initial: () => State; isState: (value: unknown) => value is State },
  storage: StateStorage = inMemory(),
): KeptState<State> {
  let last: Promise<unknown> = Promise.resolve();
  async function run<Result>(act: (state: State) => Result): Promise<Result> {
    const before = await storage.read();
    const known: unknown = before === null ? null : JSON.parse(before);
    const state = deps.isState(known) ? known : deps.initial();
    const result = act(state);
    const after = JSON.stringify(state);
    if (after !== before) await storage.write(after);
    return result;
  }
  return {
    change: (act) => {
      const done = last.then(() => run(act));
      last = done.catch(() => undefined);
      return done;
    },
  };
}

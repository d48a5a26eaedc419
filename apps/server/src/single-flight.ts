import { overlaps, type Span } from '@moneytrail/calendar';

/** The names of the callers that share a run of work. */
export type Askers = {
  names: ReadonlySet<string>;
  /** Calls back with each further name. */
  onJoin: (listener: (name: string) => void) => void;
};

type Waiting = {
  /** Name of the caller, passed to the work. */
  name?: string | undefined;
  /** Several callers, also told to the work, as are those who join them later. */
  askers?: Askers | undefined;
  /** Aborted by a caller that stops waiting. */
  signal?: AbortSignal | undefined;
  /** The time range of the work, for `settled`; unbounded if absent. */
  span?: Span;
};

type Shared = {
  result: Promise<unknown>;
  end: AbortController;
  callers: number;
  span: Span | undefined;
  join: (name: string) => void;
};

/** The names of callers, which grow as further ones join. */
export function createAskers() {
  const names = new Set<string>();
  const listeners: ((name: string) => void)[] = [];
  const askers: Askers = { names, onJoin: (listener) => void listeners.push(listener) };
  return {
    askers,
    join: (name: string): void => {
      if (names.has(name)) return;
      names.add(name);
      for (const listener of listeners) listener(name);
    },
  };
}

function joinAll(join: (name: string) => void, { name, askers }: Waiting): void {
  if (name !== undefined) join(name);
  for (const each of askers?.names ?? []) join(each);
  askers?.onJoin(join);
}

/** Concurrent callers of the same name share one run of the work. */
export function createSingleFlight() {
  const running = new Map<string, Shared>();

  function start(
    name: string,
    work: (signal: AbortSignal, askers: Askers) => Promise<unknown>,
    waiting: Waiting,
  ) {
    const end = new AbortController();
    const { askers, join } = createAskers();
    joinAll(join, waiting);
    const { span } = waiting;
    const shared: Shared = { result: work(end.signal, askers), end, callers: 0, span, join };
    running.set(name, shared);
    shared.result = shared.result.finally(() => {
      if (running.get(name) === shared) running.delete(name);
    });
    return shared;
  }

  /** Waits for work; the last caller to leave aborts it. */
  function join(name: string, shared: Shared, signal: AbortSignal | undefined): Promise<unknown> {
    shared.callers += 1;
    if (!signal) return shared.result;
    return new Promise((resolve, reject) => {
      const leave = () => {
        shared.callers -= 1;
        if (shared.callers === 0) {
          if (running.get(name) === shared) running.delete(name);
          shared.end.abort(signal.reason);
        }
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      shared.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  return {
    /** Joins or starts the work of a name. When the last caller has left, the work's signal is aborted. */
    run: <T>(
      name: string,
      work: (signal: AbortSignal, askers: Askers) => Promise<T>,
      waiting: Waiting = {},
    ): Promise<T> => {
      const { signal } = waiting;
      if (signal?.aborted) return Promise.reject(signal.reason);
      const known = running.get(name);
      if (known) joinAll(known.join, waiting);
      const shared = known ?? start(name, work, waiting);
      return join(name, shared, signal) as Promise<T>; // A name always stands for the same work.
    },
    /**
     * Resolves when all running work with this name prefix and an overlapping span has settled. The waiter counts as a
     * caller of each.
     */
    settled: async (prefix: string, span: Span, signal?: AbortSignal): Promise<void> => {
      if (signal?.aborted) return;
      const named = [...running].filter(
        ([name, shared]) =>
          name.startsWith(`${prefix}/`) && (!shared.span || overlaps(shared.span, span)),
      );
      await Promise.allSettled(named.map(([name, shared]) => join(name, shared, signal)));
    },
    has: (name: string): boolean => running.has(name),
    size: (): number => running.size,
  };
}

import { overlaps, type Span } from '@moneytrail/calendar';

type Waiting = {
  /** Aborted by a caller who waits no longer. */
  signal?: AbortSignal | undefined;
  /** What the work is about, for `settled`; everything where absent. */
  span?: Span;
};

/** Work that is under way: whoever asks for the same joins it. */
export type SingleFlight = {
  /** Joins or starts the work of a name. When the last caller has left, the signal that the work was given is aborted. */
  run: <T>(
    name: string,
    work: (signal: AbortSignal) => Promise<T>,
    waiting?: Waiting,
  ) => Promise<T>;
  /**
   * Resolves when everything under way whose name starts so and that is about the span has ended, well or not. Whoever
   * waits for that waits for each of them.
   */
  settled: (prefix: string, span: Span, signal?: AbortSignal) => Promise<void>;
  /** Whether work of this name is under way. */
  has: (name: string) => boolean;
  size: () => number;
};

type Shared = {
  result: Promise<unknown>;
  end: AbortController;
  callers: number;
  span: Span | undefined;
};

/** Keeps what is under way in one process. */
export function createSingleFlight(): SingleFlight {
  const running = new Map<string, Shared>();

  function start(name: string, work: (signal: AbortSignal) => Promise<unknown>, span?: Span) {
    const end = new AbortController();
    const shared: Shared = { result: work(end.signal), end, callers: 0, span };
    running.set(name, shared);
    shared.result = shared.result.finally(() => {
      if (running.get(name) === shared) running.delete(name);
    });
    return shared;
  }

  /** Waits for work; the last who leaves ends it. */
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
    run: <T>(
      name: string,
      work: (signal: AbortSignal) => Promise<T>,
      { signal, span }: Waiting = {},
    ) => {
      if (signal?.aborted) return Promise.reject(signal.reason);
      const shared = running.get(name) ?? start(name, work, span);
      return join(name, shared, signal) as Promise<T>; // A name always stands for the same work.
    },
    settled: async (prefix, span, signal) => {
      if (signal?.aborted) return;
      const named = [...running].filter(
        ([name, shared]) =>
          name.startsWith(`${prefix}/`) && (!shared.span || overlaps(shared.span, span)),
      );
      await Promise.allSettled(named.map(([name, shared]) => join(name, shared, signal)));
    },
    has: (name) => running.has(name),
    size: () => running.size,
  };
}

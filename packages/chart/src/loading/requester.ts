import type { BarSource, BarsPage } from '../chart-source.ts';

/** Asks a source for pages. What comes after something else was opened is dropped, answer and error alike. */
export type Requester = {
  /** From here on only requests to this source count; those under way are aborted. */
  turnTo: (source: BarSource | null) => void;
  ask: (
    request: (source: BarSource, signal: AbortSignal) => Promise<BarsPage>,
    accept: (page: BarsPage) => void,
    fail: (error: unknown) => void,
  ) => void;
};

export function createRequester(): Requester {
  let source: BarSource | null = null;
  let current = new AbortController();
  return {
    turnTo(next) {
      current.abort();
      current = new AbortController();
      source = next;
    },
    ask(request, accept, fail) {
      const asked = current;
      const from = source;
      if (!from) return;
      // Through a promise in any case, so that a source that throws at once fails like one that rejects.
      Promise.resolve()
        .then(() => request(from, asked.signal))
        .then(
          (page) => asked === current && accept(page),
          (error: unknown) => asked === current && fail(error),
        );
    },
  };
}

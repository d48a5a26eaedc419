import { createValueStore, type ValueStore } from '../../../lib/value-store.ts';

/** So long it waits for its next character. */
const WAITS_MS = 3_000;

/** What has been typed of an interval, and for which chart. */
type Typed = { text: string; chart: string };

const NOTHING: Typed = { text: '', chart: '' };

/** The interval that is being typed: it is given up where nothing more is typed for a while. */
type TypedInterval = Pick<ValueStore<Typed>, 'get' | 'subscribe'> & {
  set: (typed: Typed) => void;
  clear: () => void;
};

export function createTypedInterval(): TypedInterval {
  const { get, set, subscribe } = createValueStore(NOTHING);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const clear = () => {
    clearTimeout(timer);
    set(NOTHING);
  };
  return {
    get,
    subscribe,
    set(typed) {
      clear();
      if (typed.text === '') return;
      set(typed);
      timer = setTimeout(clear, WAITS_MS);
    },
    clear,
  };
}

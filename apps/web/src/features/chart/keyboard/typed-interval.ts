import { createValueStore } from '../../../lib/value-store.ts';

/** Time until the next character. */
const WAITS_MS = 3_000;

type Typed = { text: string; chart: string };

const NOTHING: Typed = { text: '', chart: '' };

/** The interval being typed; it is dropped after a pause. */
export function createTypedInterval() {
  const { get, set, subscribe } = createValueStore(NOTHING);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const clear = () => {
    clearTimeout(timer);
    set(NOTHING);
  };
  return {
    get,
    subscribe,
    set(typed: Typed) {
      clear();
      if (typed.text === '') return;
      set(typed);
      timer = setTimeout(clear, WAITS_MS);
    },
    clear,
  };
}

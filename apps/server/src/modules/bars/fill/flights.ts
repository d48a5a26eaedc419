/** Work that is under way: whoever asks for the same joins it. */
export type Flights = {
  join: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Resolves when everything under way whose name starts so has ended, well or not. */
  settled: (prefix: string) => Promise<void>;
};

/** Flights of one process. */
export function createFlights(): Flights {
  const running = new Map<string, Promise<unknown>>();
  return {
    join: <T>(name: string, work: () => Promise<T>) => {
      const known = running.get(name);
      if (known) return known as Promise<T>; // A name always stands for the same work.
      const flight = work().finally(() => running.delete(name));
      running.set(name, flight);
      return flight;
    },
    settled: async (prefix) => {
      const named = [...running].filter(([name]) => name.startsWith(`${prefix}/`));
      await Promise.allSettled(named.map(([, flight]) => flight));
    },
  };
}

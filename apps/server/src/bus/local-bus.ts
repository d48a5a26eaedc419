import type { BusReport, TickBus } from './tick-bus.ts';

type Deliver = (message: unknown) => void;

/** The bus of a single process: listeners are called while publishing, in the order they subscribed. */
export function createLocalBus(options: { report?: BusReport } = {}): TickBus {
  const { report = () => {} } = options;
  const listeners = new Map<string, Set<Deliver>>();
  let lost = 0;

  function unsubscribe(subject: string, deliver: Deliver): void {
    const subscribed = listeners.get(subject);
    subscribed?.delete(deliver);
    if (subscribed?.size === 0) listeners.delete(subject);
  }

  return {
    publish({ subject }, message) {
      // A copy, so that a listener that subscribes or leaves meanwhile changes nothing of this delivery.
      for (const deliver of [...(listeners.get(subject) ?? [])]) {
        try {
          deliver(message);
        } catch (error) {
          lost += 1;
          report('a listener of the bus failed', { subject, err: error });
        }
      }
    },
    subscribe({ subject, schema }, listener) {
      const deliver: Deliver = (message) => {
        const parsed = schema.safeParse(message);
        if (parsed.success) return listener(parsed.data);
        lost += 1;
        report('a message does not fit its topic', { subject, issues: parsed.error.issues });
      };
      const subscribed = listeners.get(subject) ?? new Set();
      listeners.set(subject, subscribed.add(deliver));
      return () => unsubscribe(subject, deliver);
    },
    flush: async () => {},
    check: async () => {},
    lost: () => lost,
    onReconnect: () => () => {},
    close: async () => listeners.clear(),
  };
}

import type { BusMeter, BusReport, TickBus } from './tick-bus.ts';

/**
 * The bus of a single process: listeners are called during `publish`, in the order they subscribed. Messages are not
 * checked, as the compiler has proven their types; tests check that they could also be sent to another process.
 */
export function createLocalBus(options: { report?: BusReport; meter?: BusMeter } = {}): TickBus {
  const { report = () => {}, meter } = options;
  const listeners = new Map<string, Set<(message: never) => void>>();
  let lost = 0;
  return {
    publish({ subject }, message) {
      meter?.published(subject);
      // A copy, as listeners may subscribe or unsubscribe during the delivery.
      for (const listener of [...(listeners.get(subject) ?? [])]) {
        try {
          meter?.received(subject, message);
          listener(message as never);
        } catch (error) {
          lost += 1;
          report('a listener of the bus failed', { subject, err: error });
        }
      }
    },
    subscribe({ subject }, listener) {
      const deliver: typeof listener = (message) => listener(message);
      listeners.set(subject, (listeners.get(subject) ?? new Set()).add(deliver));
      return () => {
        const subscribed = listeners.get(subject);
        subscribed?.delete(deliver);
        if (subscribed?.size === 0) listeners.delete(subject);
      };
    },
    flush: async () => {},
    check: async () => {},
    lost: () => lost,
    onReconnect: () => () => {},
    close: async () => listeners.clear(),
  };
}

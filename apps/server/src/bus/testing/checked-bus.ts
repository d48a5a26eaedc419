import { isDeepStrictEqual } from 'node:util';
import { createLocalBus } from '../index.ts';
import type { BusMeter, BusReport, TickBus } from '../tick-bus.ts';

/**
 * A local bus for tests, which accepts only messages that would arrive unchanged over NATS: `publish` throws for others.
 * Like the bus over NATS it drops and reports messages that do not fit the topic of a listener.
 */
export function createCheckedBus(options: { report?: BusReport; meter?: BusMeter } = {}): TickBus {
  const { report = () => {} } = options;
  const bus = createLocalBus(options);
  return {
    ...bus,
    publish(topic, message) {
      const sent = topic.schema.safeParse(JSON.parse(JSON.stringify(message)));
      if (!isDeepStrictEqual(sent.data, message)) {
        throw new Error(`not a message of ${topic.subject}`, { cause: sent.error });
      }
      bus.publish(topic, message);
    },
    subscribe: (topic, listener) =>
      bus.subscribe(topic, (message) => {
        if (topic.schema.safeParse(message).success) listener(message);
        else report('a message does not fit its topic', { subject: topic.subject });
      }),
  };
}

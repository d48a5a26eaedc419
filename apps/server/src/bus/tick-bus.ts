import type * as z from 'zod';

/** A subject with the shape of its messages. */
export type Topic<Message> = {
  /** Dot-separated words, without the prefix of the deployment: `ticks.12`. */
  subject: string;
  schema: z.ZodType<Message>;
};

/**
 * Carries events to every process: ticks, states of feeds, changes of rights and bars.
 *
 * Delivery is at most once and in the order of each publisher. Messages published while the bus is disconnected are lost:
 * a subscriber that must not miss anything repairs its state from the store.
 */
export type TickBus = {
  /** Never throws and never blocks. */
  publish: <Message>(topic: Topic<Message>, message: Message) => void;
  /** Calls the listener with every message until the returned function is called. A failing listener does not affect others. */
  subscribe: <Message>(topic: Topic<Message>, listener: (message: Message) => void) => () => void;
  /** Resolves when all subscriptions so far are active for all publishers. */
  flush: () => Promise<void>;
  /** Rejects while the bus is disconnected; for readiness. */
  check: () => Promise<void>;
  /** Lost messages: published while disconnected, not fitting their topic, or with a failing listener. */
  lost: () => number;
  /** Calls the listener after every reconnection, so that it can make up for lost messages. */
  onReconnect: (listener: () => void) => () => void;
  /** Ends every subscription; nothing is delivered afterwards. */
  close: () => Promise<void>;
};

/** Called for failing listeners and for messages that do not fit their topic. */
export type BusReport = (message: string, detail: Record<string, unknown>) => void;

/** Called for each message that this process publishes, and for each that a listener gets, before the listener. */
export type BusMeter = {
  published: (subject: string) => void;
  received: (subject: string, message: unknown) => void;
};

import type * as z from 'zod';

/** A subject with the shape of its messages. */
export type Topic<Message> = {
  /** Dot-separated words, without the prefix of the deployment: `ticks.12`. */
  subject: string;
  schema: z.ZodType<Message>;
};

/**
 * Carries what happens now to every process: ticks, the state of feeds, changes of rights and bars.
 *
 * Delivery is at most once and in the order of one publisher. What is published while the bus is
 * away is lost, never kept: a subscriber that must not miss anything repairs from the store.
 */
export type TickBus = {
  /** Never throws and never waits. */
  publish: <Message>(topic: Topic<Message>, message: Message) => void;
  /** Calls the listener with every message until the returned function is called; a failing listener harms no other. */
  subscribe: <Message>(topic: Topic<Message>, listener: (message: Message) => void) => () => void;
  /** Resolves when every subscription made so far is in force for all publishers. */
  flush: () => Promise<void>;
  /** Rejects with what is wrong while the bus is away: for readiness. */
  check: () => Promise<void>;
  /** Messages that were lost so far: published while the bus was away, not fitting their topic, or failed on. */
  lost: () => number;
  /** Calls the listener whenever the bus is back after it was away: what was published meanwhile is to be repaired. */
  onReconnect: (listener: () => void) => () => void;
  /** Ends every subscription; nothing is delivered after. */
  close: () => Promise<void>;
};

/** Called for failing listeners and for messages that do not fit their topic. */
export type BusReport = (message: string, detail: Record<string, unknown>) => void;

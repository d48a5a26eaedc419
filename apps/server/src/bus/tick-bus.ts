import type * as z from 'zod';

/** A subject with the shape of what is said on it. */
export type Topic<Message> = {
  /** Dot-separated words, without the prefix of the deployment: `ticks.12`. */
  subject: string;
  schema: z.ZodType<Message>;
};

/**
 * Carries what happens now to every process that listens: ticks, the state of feeds, changes of the catalogue.
 *
 * Delivery is at most once and in the order of one publisher. What is published while nobody can be reached is
 * lost, never kept: a listener that must not miss anything repairs from the store.
 */
export type TickBus = {
  /** Never throws and never waits. */
  publish: <Message>(topic: Topic<Message>, message: Message) => void;
  /** Calls the listener with every message until the returned function is called; a failing listener harms no other. */
  subscribe: <Message>(topic: Topic<Message>, listener: (message: Message) => void) => () => void;
  /** Resolves when every subscription made so far is in force for all publishers. */
  flush: () => Promise<void>;
  /** Ends every subscription; nothing is delivered after. */
  close: () => Promise<void>;
};

/** Told of failing listeners and of messages that do not fit their topic. */
export type BusReport = (message: string, detail: Record<string, unknown>) => void;

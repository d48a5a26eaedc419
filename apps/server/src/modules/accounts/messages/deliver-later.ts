import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../log.ts';

const PAUSES_MS = [1_000, 5_000, 30_000];

/** Sends messages while whoever caused them goes on. */
export type Courier = {
  /** Sends now, and again after 1, 5 and 30 seconds where it was not taken; then it is logged and given up. */
  send: (channel: string, work: () => Promise<void>) => void;
  /** Resolves when nothing is under way. */
  idle: () => Promise<void>;
  /** Lets what is being sent finish and tries nothing again. */
  close: () => Promise<void>;
};

/** A courier; what it logs names the channel, never the receiver or the content. */
export function createCourier(deps: { log: Log }): Courier {
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();
  const attempt = async (channel: string, work: () => Promise<void>) => {
    for (const pauseMs of [...PAUSES_MS, null]) {
      try {
        await work();
        return;
      } catch (error) {
        deps.log.warn({ err: error, channel }, 'a message was not taken');
        if (pauseMs === null || closing.signal.aborted) break;
        await wait(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(
          () => undefined,
        );
        if (closing.signal.aborted) break;
      }
    }
    deps.log.error({ channel }, 'a message was given up');
  };
  const idle = async () => {
    while (underWay.size > 0) await Promise.all(underWay);
  };
  return {
    send: (channel, work) => {
      const sending = attempt(channel, work).finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    idle,
    close: async () => {
      closing.abort();
      await idle();
    },
  };
}

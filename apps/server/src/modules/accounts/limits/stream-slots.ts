import { randomUUID } from 'node:crypto';
import { SECOND_MS } from '@moneytrail/calendar';
import { subscriberOf } from '../../../http/network.ts';
import type { Core } from '../core.ts';
import { limitKey } from './limiter.ts';
import { deleteStreamSlots, insertStreamSlot, keepStreamSlots } from './store.ts';

/** A slot that an open connection holds. */
export type Slot = { release: () => Promise<void> };

/** Open streams of a visitor's network or of an account, counted for all processes together. */
export type StreamSlots = {
  /** A slot for one more connection; null where the holder has as many as it may. */
  acquire: (
    holder: { kind: 'visitor'; address: string } | { kind: 'account'; userId: string },
  ) => Promise<Slot | null>;
  /** Says that the slots of this process are still held; due twice in their life of 90 s. */
  renew: () => Promise<void>;
  /** Gives back every slot of this process. */
  close: () => Promise<void>;
};

/** A slot whose process dies is free after this time. */
const LIFE_MS = 90 * SECOND_MS;
const RENEWAL_MS = 30 * SECOND_MS;

type Deps = Pick<Core, 'db' | 'log' | 'clock' | 'keys' | 'limits'>;

/** Fails open: where the count cannot be asked a connection is let in, as each process counts its own besides. */
export function createStreamSlots(deps: Deps): StreamSlots {
  const { db, log, clock, keys, limits } = deps;
  /** The holders of this process' slots by the slots' ids. */
  const mine = new Map<string, string>();
  let timer: NodeJS.Timeout | null = null;
  const warn = (error: unknown) => log.warn({ err: error }, 'open streams are not counted');

  async function renew(): Promise<void> {
    const held = new Map(mine);
    await keepStreamSlots(db, held, clock.now() + LIFE_MS);
    // One that was given back meanwhile may have been written again after it was deleted.
    const released = [...held.keys()].filter((id) => !mine.has(id));
    await deleteStreamSlots(db, released);
  }

  async function release(id: string): Promise<void> {
    if (mine.delete(id)) await deleteStreamSlots(db, [id]).catch(warn);
  }

  return {
    renew,
    acquire: async (asked) => {
      timer ??= setInterval(() => renew().catch(warn), RENEWAL_MS).unref();
      const isVisitor = asked.kind === 'visitor';
      const holder = isVisitor
        ? limitKey(keys.limits, 'anonymous-stream', subscriberOf(asked.address))
        : limitKey(keys.limits, 'account-stream', asked.userId);
      const id = randomUUID();
      const nowMs = clock.now();
      const hasRoom = await insertStreamSlot(
        db,
        { id, holder, expiresAtMs: nowMs + LIFE_MS },
        { max: isVisitor ? limits.anonymousStreams : limits.accountStreams, nowMs },
      ).catch((error: unknown) => {
        warn(error);
        return true;
      });
      if (!hasRoom) return null;
      mine.set(id, holder);
      return { release: () => release(id) };
    },
    close: async () => {
      if (timer) clearInterval(timer);
      await deleteStreamSlots(db, [...mine.keys()]).catch(warn);
      mine.clear();
    },
  };
}

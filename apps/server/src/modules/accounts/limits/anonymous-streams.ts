import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Core } from '../core.ts';
import { limitKey } from './limiter.ts';
import { subscriberOf } from './network.ts';
import { lockLimits, saveLimit } from './store.ts';

/** A place that an open connection holds. */
export type Place = { leave: () => Promise<void> };

/** Connections of visitors, counted for all processes together. */
export type AnonymousStreams = {
  /** A place for one more connection of an address; null where it has as many as it may. */
  enter: (address: string) => Promise<Place | null>;
  /** Says that the places of this process are still held; due twice in their life of 90 s. */
  renew: () => Promise<void>;
  /** Gives back every place of this process. */
  close: () => Promise<void>;
};

/** A place whose process dies is free after this time. */
const LIFE_MS = 90_000;
const RENEWAL_MS = 30_000;

const placesColumn = z.array(z.object({ id: z.string(), untilMs: z.number() }));
type Held = z.infer<typeof placesColumn>;

type Deps = Pick<Core, 'db' | 'log' | 'clock' | 'keys' | 'limits'>;

/** Locks who holds places under a key, and stores what `change` makes of them; null leaves them as they are. */
async function changePlaces(
  { db, clock }: Deps,
  key: string,
  change: (held: Held, untilMs: number) => Held | null,
): Promise<boolean> {
  const nowMs = clock.now();
  return db.transaction().execute(async (trx) => {
    const [state = ''] = await lockLimits(trx, [key]);
    const known = state === '' ? [] : placesColumn.parse(JSON.parse(state));
    const held = known.filter(({ untilMs }) => untilMs > nowMs);
    const changed = change(held, nowMs + LIFE_MS);
    if (changed) await saveLimit(trx, key, JSON.stringify(changed), nowMs + LIFE_MS);
    return changed !== null;
  });
}

/** Fails open: where the count cannot be asked a connection is let in, as each process counts its own besides. */
export function createAnonymousStreams(deps: Deps): AnonymousStreams {
  const { log, keys, limits } = deps;
  /** The keys of this process' places by their ids. */
  const mine = new Map<string, string>();
  let timer: NodeJS.Timeout | null = null;
  const warn = (error: unknown) => log.warn({ err: error }, 'streams of visitors are not counted');

  async function update(change: (held: Held, ids: Set<string>, untilMs: number) => Held) {
    for (const key of new Set(mine.values())) {
      const ids = new Set([...mine].filter(([, each]) => each === key).map(([id]) => id));
      await changePlaces(deps, key, (held, untilMs) => change(held, ids, untilMs));
    }
  }
  const renew = () =>
    update((held, ids, untilMs) => [
      ...held.filter(({ id }) => !ids.has(id)),
      ...[...ids].map((id) => ({ id, untilMs })),
    ]);
  async function leave(id: string): Promise<void> {
    const key = mine.get(id);
    mine.delete(id);
    if (!key) return;
    await changePlaces(deps, key, (held) => held.filter((each) => each.id !== id)).catch(warn);
  }

  return {
    renew,
    enter: async (address) => {
      timer ??= setInterval(() => renew().catch(warn), RENEWAL_MS).unref();
      const id = randomUUID();
      const key = limitKey(keys.limits, 'anonymous-stream', subscriberOf(address));
      const hasRoom = await changePlaces(deps, key, (held, untilMs) =>
        held.length < limits.anonymousStreams ? [...held, { id, untilMs }] : null,
      ).catch((error: unknown) => {
        warn(error);
        return true;
      });
      if (!hasRoom) return null;
      mine.set(id, key);
      return { leave: () => leave(id) };
    },
    close: async () => {
      if (timer) clearInterval(timer);
      await update((held, ids) => held.filter(({ id }) => !ids.has(id))).catch(warn);
      mine.clear();
    },
  };
}

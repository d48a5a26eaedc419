import type { Db } from '../../db/index.ts';
import { findPausedFor, resumePaused } from './alert-states.ts';
import { findReadable } from './alert-store.ts';

const ALERTS_AT_ONCE = 1_000;

/** Lets alerts go on that were paused because a process of another release could not read them, once this one can. */
export async function resumeReadable({
  db,
  clock,
}: {
  db: Db;
  clock: { now: () => number };
}): Promise<void> {
  let afterId: number | undefined = 0;
  while (afterId !== undefined) {
    const waiting = await findPausedFor(db, 'unreadable', { afterId, limit: ALERTS_AT_ONCE });
    const readable = await findReadable(
      db,
      waiting.map(({ id }) => id),
    );
    const resumed = waiting.filter(({ id }) => readable.has(id));
    await resumePaused(db, resumed, clock.now());
    afterId = waiting.at(-1)?.id;
  }
}

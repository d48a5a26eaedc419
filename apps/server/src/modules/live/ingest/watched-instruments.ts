import { type TickBus, WATCHED } from '../../../bus/index.ts';

/** Which instruments browsers of any process look at. */
export type WatchedInstruments = { has: (instrumentId: number) => boolean; close: () => void };

/** Remembers what the api processes announce; an instrument no longer announced is forgotten after `forgetMs`. */
export function followWatched(
  deps: { bus: TickBus; clock: { now: () => number } },
  forgetMs: number,
): WatchedInstruments {
  const { bus, clock } = deps;
  const heardMs = new Map<number, number>();
  const leave = bus.subscribe(WATCHED, ({ instrumentIds }) => {
    const nowMs = clock.now();
    for (const id of instrumentIds) heardMs.set(id, nowMs);
    for (const [id, ms] of heardMs) if (nowMs - ms > forgetMs) heardMs.delete(id);
  });
  return {
    has: (instrumentId) => clock.now() - (heardMs.get(instrumentId) ?? -Infinity) <= forgetMs,
    close: leave,
  };
}

import type { ExchangeName } from '@moneytrail/contract';
import { SUBSCRIBED, type TickBus } from '../../../bus/index.ts';
import { type Catalogue, hasEnded, type Instrument } from '../../catalogue/index.ts';

/** Which instruments stream clients of any process subscribe to. */
export type SubscribedInstruments = { has: (instrumentId: number) => boolean; close: () => void };

/** Remembers what the api processes announce; an instrument no longer announced is forgotten after `forgetMs`. */
export function trackSubscribed(
  deps: { bus: TickBus; clock: { monotonicMs: () => number } },
  forgetMs: number,
): SubscribedInstruments {
  const { bus, clock } = deps;
  const announcedMs = new Map<number, number>();
  const unsubscribe = bus.subscribe(SUBSCRIBED, ({ instrumentIds }) => {
    const nowMs = clock.monotonicMs();
    for (const id of instrumentIds) announcedMs.set(id, nowMs);
    for (const [id, ms] of announcedMs) if (nowMs - ms > forgetMs) announcedMs.delete(id);
  });
  return {
    has: (id) =>
      clock.monotonicMs() - (announcedMs.get(id) ?? Number.NEGATIVE_INFINITY) <= forgetMs,
    close: unsubscribe,
  };
}

/** Those somebody subscribed to first. */
export function subscribedFirst(
  instruments: Iterable<Instrument>,
  subscribed: SubscribedInstruments,
): Instrument[] {
  const rank = ({ id }: Instrument) => (subscribed.has(id) ? 0 : 1);
  return [...instruments].sort((a, b) => rank(a) - rank(b));
}

/** The instruments of a feed whose live prices are wanted: enabled ones, contracts only while they live. */
export function followedInstruments(
  catalogue: Pick<Catalogue, 'enabled'>,
  exchange: ExchangeName,
  nowMs: number,
): Instrument[] {
  return catalogue.enabled(exchange).filter((instrument) => !hasEnded(instrument, nowMs));
}

import type { Market } from '../../market/market.ts';
import { jsonObject, parseMessage } from '../../server/json-message.ts';
import type { StreamHub } from '../../server/provider.ts';
import type { TiingoInstruments } from '../listings.ts';
import { createStreamServices } from './stream-services.ts';
import { createSubscriber, type Subscriber } from './subscriber.ts';

/** Tiingo's WebSocket: ticks of crypto, forex and IEX reference prices; no bars. */
export function createTiingoHub(deps: {
  market: Market;
  instruments: TiingoInstruments;
  token: string;
}): StreamHub & { paths: ReadonlySet<string> } {
  const { market, token } = deps;
  const services = createStreamServices(market, deps.instruments);
  const subscribers = new Set<Subscriber>();
  let lastSubscriptionId = 13_000;
  const nextSubscriptionId = () => {
    lastSubscriptionId += 1;
    return lastSubscriptionId;
  };

  return {
    paths: new Set(services.keys()),
    accept: (socket, path) => {
      const service = services.get(path);
      if (!service) return socket.close();
      const subscriber = createSubscriber(
        { now: market.now, token, nextSubscriptionId, service },
        (message) => socket.send(JSON.stringify(message)),
      );
      subscribers.add(subscriber);
      socket.on('close', () => subscribers.delete(subscriber));
      socket.on('error', () => socket.terminate());
      socket.on('message', (data) => {
        const message = parseMessage(data);
        subscriber.receive({ ...message, eventData: jsonObject(message.eventData) });
      });
    },
    tick: () => {
      for (const subscriber of subscribers) subscriber.tick();
    },
    // Tiingo has no message for maintenance or a restart: connections just end.
    maintain: () => {},
    announceRestart: () => {},
  };
}

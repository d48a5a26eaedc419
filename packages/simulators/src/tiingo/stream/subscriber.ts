import type { JsonObject } from '../../server/json-message.ts';
import type { StreamService } from './stream-services.ts';

const HEARTBEAT_MS = 30_000;
/** After a pause of the clock no more than this is sent. */
const MAX_BACKLOG_MS = 60_000;

type Subscription = {
  id: number;
  level: number;
  tickers: Set<string>;
  sentUntilMs: number;
  lastHeartbeatMs: number;
};

/** One connection to one service: at most one subscription, changed by its id. */
export type Subscriber = {
  receive: (message: JsonObject & { eventData: JsonObject }) => void;
  /** Sends what has traded since the last tick, and a heartbeat every 30 seconds. */
  tick: () => void;
};

export function createSubscriber(
  deps: {
    now: () => number;
    token: string;
    nextSubscriptionId: () => number;
    service: StreamService;
  },
  send: (message: JsonObject) => void,
): Subscriber {
  const { now, token, service } = deps;
  let subscription: Subscription | null = null;

  const fail = (code: number, message: string) =>
    send({ messageType: 'E', response: { code, message } });
  const confirm = (data: JsonObject) =>
    send({ response: { code: 200, message: 'Success' }, data, messageType: 'I' });
  const sendHeartbeat = (open: Subscription) => {
    open.lastHeartbeatMs = now();
    send({ response: { code: 200, message: 'HeartBeat' }, messageType: 'H' });
  };
  const tickersOf = (value: unknown): string[] => {
    const asked = Array.isArray(value) ? value.map((ticker) => String(ticker).toLowerCase()) : [];
    return asked.includes('*') ? [...service.tickers] : asked;
  };

  const open = (eventData: JsonObject) => {
    const level = Number(eventData.thresholdLevel);
    if (!service.levels.includes(level)) {
      return fail(400, 'thresholdLevel not valid for your subscription tier');
    }
    const id = deps.nextSubscriptionId();
    const tickers = new Set(tickersOf(eventData.tickers));
    subscription = { id, level, tickers, sentUntilMs: now(), lastHeartbeatMs: now() };
    confirm({ subscriptionId: id });
    return sendHeartbeat(subscription);
  };

  const change = ({ tickers, level }: Subscription, isRemoval: boolean, eventData: JsonObject) => {
    for (const ticker of tickersOf(eventData.tickers)) {
      if (isRemoval) tickers.delete(ticker);
      else tickers.add(ticker);
    }
    confirm({ tickers: [...tickers], thresholdLevel: String(level) });
  };

  return {
    receive: ({ eventName, authorization, eventData }) => {
      if (eventName !== 'subscribe' && eventName !== 'unsubscribe') {
        return fail(400, 'Invalid message');
      }
      if (authorization !== token) return fail(401, 'Invalid token');
      const isRemoval = eventName === 'unsubscribe';
      if (subscription && eventData.subscriptionId === subscription.id) {
        return change(subscription, isRemoval, eventData);
      }
      return isRemoval ? fail(400, 'Unknown subscriptionId') : open(eventData);
    },
    tick: () => {
      if (!subscription) return;
      const toMs = now();
      const fromMs = Math.max(subscription.sentUntilMs + 1, toMs - MAX_BACKLOG_MS);
      subscription.sentUntilMs = Math.max(subscription.sentUntilMs, toMs);
      for (const ticker of subscription.tickers) {
        for (const data of service.rowsOf(ticker, subscription.level, { fromMs, toMs })) {
          send({ service: service.name, messageType: 'A', data });
        }
      }
      if (toMs - subscription.lastHeartbeatMs >= HEARTBEAT_MS) sendHeartbeat(subscription);
    },
  };
}

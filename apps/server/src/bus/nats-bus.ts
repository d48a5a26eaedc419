import { SECOND_MS } from '@moneytrail/calendar';
import type { NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node';
import type { BusMeter, BusReport, TickBus } from './tick-bus.ts';

const DEFAULT_PREFIX = 'moneytrail';
const RECONNECT_WAIT_MS = SECOND_MS;
const CONNECT_TIMEOUT_MS = 5 * SECOND_MS;
/** The connection is closed after this many unanswered pings. */
const PING_INTERVAL_MS = 2 * SECOND_MS;
const MOST_PINGS_OUT = 2;
/** Losses of one kind are reported at most this often, so that an outage does not fill the log. */
const REPORT_EVERY_MS = 10 * SECOND_MS;

type Options = {
  /** First word of every subject; separates deployments that share a server. */
  subjectPrefix?: string;
  reconnectWaitMs?: number;
  report?: BusReport;
  meter?: BusMeter;
};

/** The login in an address, which the client does not read: a user with a password, or a token alone. */
function loginOf({ username, password }: URL): NodeConnectionOptions {
  const [name, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  if (name === '') return {};
  return secret === '' ? { token: name } : { user: name, pass: secret };
}

async function open(url: string, reconnectWaitMs: number): Promise<NatsConnection> {
  // Loaded on demand, as it would slow down every start without NATS.
  const { connect } = await import('@nats-io/transport-node');
  const address = new URL(url);
  try {
    return await connect({
      servers: address.host,
      ...loginOf(address),
      name: 'moneytrail',
      timeout: CONNECT_TIMEOUT_MS,
      reconnect: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: reconnectWaitMs,
      pingInterval: PING_INTERVAL_MS,
      maxPingOut: MOST_PINGS_OUT,
    });
  } catch (error) {
    throw new Error(`NATS at ${address.host} cannot be reached: is NATS_URL right?`, {
      cause: error,
    });
  }
}

function followConnection(connection: NatsConnection, report: BusReport) {
  const state = { isConnected: true, onReconnect: new Set<() => void>() };
  const follow = async () => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') state.isConnected = false;
      if (status.type === 'disconnect' || status.type === 'reconnect' || status.type === 'error') {
        report(`NATS: ${status.type}`, {});
      }
      if (status.type !== 'reconnect') continue;
      state.isConnected = true;
      for (const listener of [...state.onReconnect]) {
        try {
          listener();
        } catch (error) {
          report('a listener of the bus failed', { err: error });
        }
      }
    }
  };
  follow().catch((error: unknown) => {
    state.isConnected = false;
    report('NATS: its state is unknown', { err: error });
  });
  return state;
}

/** Counts losses and reports each kind at intervals, with the number since the last report. */
function countLosses(report: BusReport) {
  const kinds = new Map<string, { count: number; reportedMs: number }>();
  let total = 0;
  return {
    total: () => total,
    add(message: string, detail: Record<string, unknown>): void {
      total += 1;
      const kind = kinds.get(message) ?? { count: 0, reportedMs: Number.NEGATIVE_INFINITY };
      kinds.set(message, kind);
      kind.count += 1;
      const nowMs = performance.now();
      if (nowMs - kind.reportedMs < REPORT_EVERY_MS) return;
      report(message, { ...detail, count: kind.count });
      kind.count = 0;
      kind.reportedMs = nowMs;
    },
  };
}

/**
 * The bus of many processes, on NATS. Rejects if the server is unreachable at the start; later it reconnects forever.
 * Messages published while disconnected are dropped and counted, as queued old prices would only delay new ones.
 */
export async function createNatsBus(url: string, options: Options = {}): Promise<TickBus> {
  const { subjectPrefix = DEFAULT_PREFIX, reconnectWaitMs = RECONNECT_WAIT_MS } = options;
  const { report = () => {}, meter } = options;
  const connection = await open(url, reconnectWaitMs);
  const state = followConnection(connection, report);
  const losses = countLosses(report);
  const subjectOf = (topic: { subject: string }) => `${subjectPrefix}.${topic.subject}`;
  return {
    publish(topic, message) {
      const { subject } = topic;
      meter?.published(subject);
      if (connection.isClosed() || connection.isDraining()) return;
      if (!state.isConnected) return losses.add('the bus is away, messages are lost', { subject });
      try {
        connection.publish(subjectOf(topic), JSON.stringify(message));
      } catch (error) {
        losses.add('a message was not published', { subject, err: error });
      }
    },
    subscribe(topic, listener) {
      const { subject } = topic;
      const subscription = connection.subscribe(subjectOf(topic), {
        callback(error, message) {
          try {
            if (error) throw error;
            const parsed = topic.schema.safeParse(message.json());
            if (!parsed.success) {
              const { issues } = parsed.error;
              return losses.add('a message does not fit its topic', { subject, issues });
            }
            meter?.received(subject, parsed.data);
            listener(parsed.data);
          } catch (failure) {
            losses.add('a listener of the bus failed', { subject, err: failure });
          }
        },
      });
      return () => {
        if (!subscription.isClosed()) subscription.unsubscribe();
      };
    },
    flush: () => connection.flush(),
    async check() {
      if (!state.isConnected || connection.isClosed()) throw new Error('NATS is not connected');
    },
    lost: losses.total,
    onReconnect(listener) {
      state.onReconnect.add(listener);
      return () => state.onReconnect.delete(listener);
    },
    close: async () => {
      if (!connection.isClosed()) await connection.close();
    },
  };
}

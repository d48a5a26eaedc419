import { connect, type Msg, type NatsConnection } from '@nats-io/transport-node';
import type { BusReport, TickBus, Topic } from './tick-bus.ts';

const DEFAULT_PREFIX = 'moneytrail';
const RECONNECT_WAIT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
const PING_INTERVAL_MS = 10_000;

type Options = {
  /** First word of every subject: deployments that share a server keep apart by it. */
  subjectPrefix?: string;
  reconnectWaitMs?: number;
  report?: BusReport;
};

async function open(url: string, reconnectWaitMs: number): Promise<NatsConnection> {
  try {
    return await connect({
      servers: url,
      name: 'moneytrail',
      timeout: CONNECT_TIMEOUT_MS,
      reconnect: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: reconnectWaitMs,
      pingInterval: PING_INTERVAL_MS,
      maxPingOut: 2,
    });
  } catch (error) {
    const { host } = new URL(url);
    throw new Error(`NATS at ${host} cannot be reached: is NATS_URL right?`, { cause: error });
  }
}

/** Follows the connection's state until it ends; returns whether it stands now. */
function followConnection(connection: NatsConnection, report: BusReport): () => boolean {
  let isConnected = true;
  const follow = async () => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') isConnected = false;
      if (status.type === 'reconnect') isConnected = true;
      if (status.type === 'disconnect' || status.type === 'reconnect' || status.type === 'error') {
        report(`NATS: ${status.type}`, {});
      }
    }
  };
  follow().catch((error: unknown) => report('NATS: its state is unknown', { err: error }));
  return () => isConnected;
}

function deliverTo<Message>(
  topic: Topic<Message>,
  listener: (message: Message) => void,
  report: BusReport,
): (error: Error | null, message: Msg) => void {
  return (error, message) => {
    const { subject } = topic;
    try {
      if (error) throw error;
      const parsed = topic.schema.safeParse(message.json());
      if (parsed.success) listener(parsed.data);
      else report('a message does not fit its topic', { subject, issues: parsed.error.issues });
    } catch (failure) {
      report('a listener of the bus failed', { subject, err: failure });
    }
  };
}

/**
 * The bus of many processes, on NATS. Fails when the server cannot be reached at the start; later it reconnects
 * for ever, and what is published meanwhile is dropped: a queue of old prices would only delay the new ones.
 */
export async function createNatsBus(url: string, options: Options = {}): Promise<TickBus> {
  const { subjectPrefix = DEFAULT_PREFIX, reconnectWaitMs = RECONNECT_WAIT_MS } = options;
  const { report = () => {} } = options;
  const connection = await open(url, reconnectWaitMs);
  const isConnected = followConnection(connection, report);
  const subjectOf = (topic: { subject: string }) => `${subjectPrefix}.${topic.subject}`;
  return {
    publish(topic, message) {
      if (!isConnected() || connection.isClosed() || connection.isDraining()) return;
      try {
        connection.publish(subjectOf(topic), JSON.stringify(message));
      } catch (error) {
        report('a message was not published', { subject: topic.subject, err: error });
      }
    },
    subscribe(topic, listener) {
      const callback = deliverTo(topic, listener, report);
      const subscription = connection.subscribe(subjectOf(topic), { callback });
      return () => {
        if (!subscription.isClosed()) subscription.unsubscribe();
      };
    },
    flush: () => connection.flush(),
    close: async () => {
      if (!connection.isClosed()) await connection.close();
    },
  };
}

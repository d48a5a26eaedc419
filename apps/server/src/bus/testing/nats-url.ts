import { connect } from 'node:net';

const DEFAULT_URL = 'nats://127.0.0.1:4222';
const PROBE_TIMEOUT_MS = 1_000;

async function isReached(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), timeout: PROBE_TIMEOUT_MS });
  try {
    return await new Promise((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('timeout', () => resolve(false));
    });
  } finally {
    socket.destroy();
  }
}

/** The NATS server of tests: the one `TEST_NATS_URL` names, else one on this machine; null where none runs. */
export const NATS_URL: string | null =
  process.env.TEST_NATS_URL ?? ((await isReached(DEFAULT_URL)) ? DEFAULT_URL : null);

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

/**
 * The NATS server of tests: the one `TEST_NATS_URL` names, else the one on this machine. Throws with what to start
 * where none answers: a test that needs it fails, none is skipped.
 */
export async function findNats(): Promise<string> {
  const url = process.env.TEST_NATS_URL ?? DEFAULT_URL;
  if (await isReached(url)) return url;
  throw new Error(
    `These tests need NATS, and nothing answers at ${new URL(url).host}. Start it (npm test starts one of its own), or name another in TEST_NATS_URL.`,
  );
}

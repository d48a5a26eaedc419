import type { Server } from 'node:http';
import { networkInterfaces } from 'node:os';

const EVERYWHERE = new Set(['0.0.0.0', '::']);
const LOOPBACK = new Set(['127.0.0.1', '::1']);

function listenedOrigins(server: Server): string[] {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') return [];
  const { address, port } = bound;
  const isEverywhere = EVERYWHERE.has(address);
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const addresses = isEverywhere ? own.map((each) => each.address) : [address];
  const isLocal = addresses.some((each) => LOOPBACK.has(each));
  const hosts = new Set([...addresses, ...(isLocal ? ['localhost', ...LOOPBACK] : [])]);
  return [...hosts].map((host) => {
    const [plain = ''] = host.split('%', 1);
    return new URL(`http://${plain.includes(':') ? `[${plain}]` : plain}:${port}`).origin;
  });
}

/**
 * The origins of our own pages: that of `PUBLIC_URL`, or without one those of the addresses the server listens on (none
 * before it listens). Never derived from a request: its sender controls `Host`.
 */
export function createPublicOrigins(
  publicUrl: string | null,
  server: Server,
): () => readonly string[] {
  let known = publicUrl === null ? [] : [new URL(publicUrl).origin];
  return () => {
    if (known.length === 0) known = listenedOrigins(server);
    return known;
  };
}

/**
 * A page of one of the origins, in the form in which it was parsed: other programs may read the same text as a page of
 * another host. Null for any other address.
 */
export function pageOf(address: string, origins: readonly string[]): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.username !== '' || url.password !== '') return null;
  return /^https?:$/.test(url.protocol) && origins.includes(url.origin) ? url.href : null;
}

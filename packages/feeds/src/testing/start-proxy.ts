import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** `refuse` destroys every connection, `503` answers it with that status. */
export type ProxyMode = 'forward' | 'refuse' | '503';

/** A proxy in front of a vendor, whose mode can change while it keeps its port. */
export type Proxy = {
  /** The vendor's URL with the proxy's port. */
  through: (url: string) => string;
  /** Destroys the open connections. */
  switchTo: (next: ProxyMode) => void;
  close: () => Promise<void>;
};

const UNAVAILABLE =
  'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

/** Starts a proxy on a free port, which forwards to the port of `url`. */
export async function startProxy(url: string): Promise<Proxy> {
  let mode: ProxyMode = 'forward';
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
  };
  const server = createServer((client) => {
    keep(client);
    if (mode === 'refuse') client.destroy();
    if (mode === '503') client.once('data', () => client.end(UNAVAILABLE));
    if (mode !== 'forward') return;
    const vendor = connect(Number(new URL(url).port), '127.0.0.1');
    keep(vendor);
    client.on('close', () => vendor.destroy());
    vendor.on('close', () => client.destroy());
    client.pipe(vendor).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    through: (address) => address.replace(new URL(address).host, `127.0.0.1:${port}`),
    switchTo: (next) => {
      mode = next;
      endAll();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        endAll();
      }),
  };
}

import { connect, createServer, type Socket } from 'node:net';

/**
 * The mode of all connections: they work; are reset and refused; stay open without data; are forgotten (without data,
 * and without notice afterwards, as after a router's restart); are slow; are closed by the far side only; or get the
 * proxy's own response, as from a proxy before a stopped server.
 */
export type ProxyMode = 'pass' | 'drop' | 'silent' | 'forgotten' | 'slow' | 'halfClose' | 'refuse';

/** A proxy that can separate a server from its clients in every way a network can. */
export type TcpProxy = { port: number; set: (mode: ProxyMode) => void; close: () => Promise<void> };

/** A client's connection; a forgotten one stays silent for ever. */
type Connection = { client: Socket; isForgotten: boolean };

const SLOW_MS = 800;
/** Data sent in these modes is lost. */
const LOSES: ReadonlySet<ProxyMode> = new Set(['silent', 'forgotten', 'halfClose']);

const REFUSAL = [
  'HTTP/1.1 502 Bad Gateway',
  'content-type: text/html',
  'content-length: 20',
  'connection: close',
  '',
  '<h1>Bad Gateway</h1>',
].join('\r\n');

/** Forwards bytes as the present mode allows. */
function pipe(from: Socket, to: Socket, mode: () => ProxyMode): void {
  const inTurn = (run: () => void) => {
    if (mode() === 'slow') setTimeout(run, SLOW_MS);
    else run();
  };
  from.on('data', (bytes) => {
    if (!LOSES.has(mode())) inTurn(() => to.write(bytes));
  });
  from.on('end', () => {
    if (mode() !== 'forgotten') inTurn(() => to.end());
  });
  from.on('close', () => {
    if (mode() !== 'forgotten') inTurn(() => to.destroy());
  });
  from.on('error', () => to.destroy());
}

/** Starts a proxy before a local port, on a free port or the given one; it passes everything at first. */
export async function startTcpProxy(targetPort: number, ownPort = 0): Promise<TcpProxy> {
  let mode: ProxyMode = 'pass';
  const connections = new Set<Connection>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (mode === 'drop') return client.resetAndDestroy();
    const connection = { client, isForgotten: false };
    connections.add(connection);
    if (mode === 'refuse') {
      client.on('close', () => connections.delete(connection));
      client.on('error', () => client.destroy());
      client.once('data', () => client.end(REFUSAL));
      return;
    }
    const target = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true });
    client.on('close', () => {
      connections.delete(connection);
      if (connection.isForgotten) target.destroy();
    });
    const modeOfConnection = () => (connection.isForgotten ? 'forgotten' : mode);
    pipe(client, target, modeOfConnection);
    pipe(target, client, modeOfConnection);
  });
  await new Promise<void>((resolve) => server.listen(ownPort, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : ownPort,
    set(next) {
      const former = mode;
      mode = next;
      for (const connection of connections) {
        const { client } = connection;
        if (former === 'forgotten') connection.isForgotten = true;
        // A connection that lost bytes or its server is unusable.
        else if (mode === 'drop' || mode === 'refuse' || LOSES.has(former))
          client.resetAndDestroy();
        else if (mode === 'halfClose') client.end();
      }
    },
    close: () => {
      for (const { client } of connections) client.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

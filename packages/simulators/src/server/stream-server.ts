import type { IncomingMessage, Server } from 'node:http';
import { WebSocketServer } from 'ws';
import { pathOfUrl } from './plain-request.ts';
import type { Provider } from './provider.ts';

/** WebSocket close code for a server that restarts. */
const SERVICE_RESTART = 1_012;

/** The open streams of one simulator. */
export type StreamServer = {
  /** Cuts all without a closing frame. */
  cut: () => void;
  /** Lets the provider announce its restart, then closes all. */
  restart: () => void;
  count: () => number;
  close: () => void;
};

/** Takes WebSocket connections off an HTTP server and lets the provider speak on them at every tick. */
export function createStreamServer(
  deps: { server: Server; stream: Provider['stream']; refuses: (path: string) => boolean },
  tickIntervalMs: number,
): StreamServer {
  const { server, stream, refuses } = deps;
  const sockets = new WebSocketServer({ noServer: true });
  const timer = setInterval(() => {
    if (sockets.clients.size > 0) stream?.hub.tick();
  }, tickIntervalMs);
  timer.unref();

  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    const path = pathOfUrl(request.url);
    if (!stream?.accepts(path) || refuses(path)) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => stream.hub.accept(opened, path));
  });

  const cut = () => {
    for (const socket of sockets.clients) socket.terminate();
  };
  return {
    cut,
    restart: () => {
      stream?.hub.announceRestart();
      for (const socket of sockets.clients) socket.close(SERVICE_RESTART);
    },
    count: () => sockets.clients.size,
    close: () => {
      clearInterval(timer);
      cut();
      sockets.close();
    },
  };
}

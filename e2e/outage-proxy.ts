import { connect, createServer, type Socket } from 'node:net';
import { PROXY_PORT, WEB_PORT } from './ports.ts';

/**
 * What happens to the connections of a browser: they work, are reset and refused, stay open in silence, are slow, or
 * are closed by the server's side alone.
 */
export type ProxyMode = 'pass' | 'drop' | 'silent' | 'slow' | 'halfClose';

/** A proxy between browser and server that can take the server away in every way a network can. */
export type OutageProxy = { set: (mode: ProxyMode) => void; close: () => Promise<void> };

const SLOW_MS = 800;

/** Passes bytes on as the mode of the moment lets it; what comes in silence is lost. */
function pipe(from: Socket, to: Socket, mode: () => ProxyMode): void {
  from.on('data', (bytes) => {
    if (mode() === 'silent' || mode() === 'halfClose') return;
    if (mode() === 'slow') setTimeout(() => to.write(bytes), SLOW_MS);
    else to.write(bytes);
  });
  from.on('close', () => to.destroy());
  from.on('error', () => to.destroy());
}

/** Starts the proxy; it passes everything at first. */
export async function startOutageProxy(): Promise<OutageProxy> {
  let mode: ProxyMode = 'pass';
  const browsers = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (browser) => {
    if (mode === 'drop') return browser.resetAndDestroy();
    browsers.add(browser);
    browser.on('close', () => browsers.delete(browser));
    const target = connect(WEB_PORT, 'localhost');
    pipe(browser, target, () => mode);
    pipe(target, browser, () => mode);
  });
  await new Promise<void>((resolve) => server.listen(PROXY_PORT, '127.0.0.1', resolve));
  return {
    set(next) {
      // A connection that lost bytes is of no use any more.
      const isBroken = mode === 'silent' || mode === 'halfClose';
      mode = next;
      for (const browser of browsers) {
        if (mode === 'drop' || isBroken) browser.resetAndDestroy();
        else if (mode === 'halfClose') browser.end();
      }
    },
    close: () => {
      for (const browser of browsers) browser.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

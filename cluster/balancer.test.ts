import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { startBalancer } from './balancer.ts';
import type { Readiness } from './server-process.ts';

/** A server that answers with its name and the address it was told. */
async function openBackend(name: string) {
  const server = createServer((request, response) => {
    response.end(`${name} ${request.headers['x-forwarded-for']}`);
  });
  const streams = new WebSocketServer({ server });
  streams.on('connection', (socket) => socket.send(name));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const client of streams.clients) client.terminate();
    server.closeAllConnections();
    server.close();
  });
  const state: { readiness: Readiness } = { readiness: 'ok' };
  const { port } = server.address() as { port: number };
  return { name, port, state, readiness: async () => state.readiness };
}

async function open(...names: string[]) {
  const backends = await Promise.all(names.map(openBackend));
  const balancer = await startBalancer(backends);
  onTestFinished(balancer.close);
  const read = async () => {
    const answer = await fetch(`http://127.0.0.1:${balancer.port}/`);
    return { status: answer.status, text: await answer.text() };
  };
  return { backends, balancer, read };
}

test('requests go in turn to the servers that are ready, with the address of the client', async () => {
  const { backends, read } = await open('one', 'two');
  const texts = [await read(), await read()].map(({ text }) => text);
  expect(texts.toSorted()).toEqual(['one 127.0.0.1', 'two 127.0.0.1']);
  const [first, second] = backends;
  if (first) first.state.readiness = 'failing';
  if (second) second.state.readiness = 'degraded';
  await vi.waitFor(async () => {
    for (let tries = 0; tries < 4; tries++) expect((await read()).text).toBe('two 127.0.0.1');
  });
  if (second) second.state.readiness = 'none';
  await vi.waitFor(async () => expect((await read()).status).toBe(503));
});

test('streams are passed on, and end with their server', async () => {
  const { balancer } = await open('one');
  const socket = new WebSocket(`ws://127.0.0.1:${balancer.port}/`);
  const [message] = await once(socket, 'message');
  expect(String(message)).toBe('one');
  socket.terminate();
});

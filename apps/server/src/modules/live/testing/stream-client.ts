import { type StreamMessage, type StreamRequest, streamMessage } from '@moneytrail/contract';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { undocumentedMessage } from '../../../http/docs/testing/documented.ts';
import { eventually } from './eventually.ts';

/** A browser's end of the stream, which checks every message against the contract and the AsyncAPI document. */
export type StreamClient = {
  messages: StreamMessage[];
  /** The close code and reason, once closed. */
  closed: { code: number; reason: string } | null;
  /** The HTTP status of a refused connection. */
  refusedWith: number | null;
  send: (request: StreamRequest) => void;
  sendRaw: (text: string | Buffer) => void;
  /** Sends a frame that carries no request; `fragment` begins or continues a message that never ends. */
  sendFrame: (kind: 'ping' | 'pong' | 'fragment') => void;
  /** The pings of the server so far, which are answered. */
  pings: number;
  updates: () => Extract<StreamMessage, { type: 'update' }>[];
  lastUpdate: () => Extract<StreamMessage, { type: 'update' }> | undefined;
  close: () => void;
};

export type ClientOptions = { origin?: string; host?: string; authorization?: string };

/** Opens a stream and waits until it is open, closed or refused. */
export async function openStream(
  address: string,
  ticket: string,
  options: ClientOptions = {},
): Promise<StreamClient> {
  const url = `${address.replace('http', 'ws')}/api/stream?ticket=${encodeURIComponent(ticket)}`;
  const { origin, ...headers } = options;
  const socket = new WebSocket(url, { ...(origin ? { origin } : {}), headers });
  const updates = () => client.messages.filter((message) => message.type === 'update');
  const client: StreamClient = {
    messages: [],
    closed: null,
    refusedWith: null,
    pings: 0,
    send: (request) => socket.send(JSON.stringify(request)),
    sendRaw: (text) => socket.send(text),
    sendFrame: (kind) => (kind === 'fragment' ? socket.send('', { fin: false }) : socket[kind]()),
    updates,
    lastUpdate: () => updates().at(-1),
    close: () => socket.terminate(),
  };
  socket.on('message', (data) => {
    const message: unknown = JSON.parse(String(data));
    const problem = undocumentedMessage(message);
    if (problem !== null) throw new Error(problem);
    client.messages.push(streamMessage.parse(message));
  });
  socket.on('ping', () => {
    client.pings += 1;
  });
  socket.on('close', (code, reason) => {
    client.closed = { code, reason: String(reason) };
  });
  socket.on('unexpected-response', (_request, response) => {
    client.refusedWith = response.statusCode ?? 0;
    socket.terminate();
  });
  socket.on('error', () => {});
  onTestFinished(() => socket.terminate());
  await eventually(() => {
    const isSettled = socket.readyState !== WebSocket.CONNECTING || client.refusedWith !== null;
    if (!isSettled) throw new Error('still connecting');
  });
  return client;
}

/** Requests a ticket. */
export async function fetchTicket(address: string): Promise<string> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const response = await fetch(`${address}/api/stream/ticket`, { method: 'POST', headers });
  const body: unknown = await response.json();
  if (typeof body === 'object' && body !== null && 'ticket' in body) return String(body.ticket);
  throw new Error(`no ticket: ${JSON.stringify(body)}`);
}

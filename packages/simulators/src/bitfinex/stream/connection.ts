import type { WebSocket } from 'ws';
import type { JsonObject } from '../../server/json-message.ts';
import type { Channel } from './channels.ts';

const FLAG_TIMESTAMP = 32_768;
const FLAG_SEQUENCE = 65_536;

/** One client of the stream with its channels by id. */
export type Connection = {
  channels: Map<number, Channel>;
  setFlags: (flags: number) => void;
  send: (message: JsonObject) => void;
  /** Data of a channel, with sequence number and time where the client asked for them. */
  sendData: (channelId: number, ...payload: unknown[]) => void;
  /** An error that repeats the request it answers. */
  fail: (request: JsonObject, code: number, msg: string) => void;
};

export function createConnection({ now }: { now: () => number }, socket: WebSocket): Connection {
  const channels = new Map<number, Channel>();
  let flags = 0;
  let sequence = 0;
  const send = (message: unknown) => socket.send(JSON.stringify(message));
  return {
    channels,
    setFlags: (wanted) => {
      flags = wanted;
    },
    send,
    sendData: (channelId, ...payload) => {
      const message: unknown[] = [channelId, ...payload];
      if (flags & FLAG_SEQUENCE) {
        sequence += 1;
        message.push(sequence);
      }
      if (flags & FLAG_TIMESTAMP) message.push(now());
      const channel = channels.get(channelId);
      if (channel) channel.lastSentMs = now();
      send(message);
    },
    fail: (request, code, msg) => send({ ...request, event: 'error', msg, code }),
  };
}

import type { Market } from '../../market/market.ts';
import { parseMessage } from '../../server/json-message.ts';
import type { StreamHub } from '../../server/provider.ts';
import { CODES } from '../errors.ts';
import type { BitfinexInstrument } from '../listings.ts';
import { type Connection, createConnection } from './connection.ts';
import { createConversation } from './conversation.ts';

const HEARTBEAT_MS = 15_000;

/** Bitfinex' WebSocket version 2: candles, ticker and trades with snapshot, updates and heartbeats. */
export function createBitfinexHub(deps: {
  market: Market;
  instruments: ReadonlyMap<string, BitfinexInstrument>;
}): StreamHub {
  const { market } = deps;
  const connections = new Set<Connection>();
  const receive = createConversation(deps);
  let isUnderMaintenance = false;

  const broadcast = (code: number, msg: string) => {
    for (const connection of connections) connection.send({ event: 'info', code, msg });
  };

  return {
    accept: (socket) => {
      const connection = createConnection(market, socket);
      connections.add(connection);
      socket.on('close', () => connections.delete(connection));
      socket.on('error', () => socket.terminate());
      socket.on('message', (data) => receive(connection, parseMessage(data)));
      const platform = { status: isUnderMaintenance ? 0 : 1 };
      connection.send({ event: 'info', version: 2, serverId: 'simulator', platform });
    },
    tick: () => {
      for (const { channels, sendData } of connections) {
        for (const [channelId, channel] of channels) {
          for (const update of channel.updates()) sendData(channelId, ...update);
          if (market.now() - channel.lastSentMs >= HEARTBEAT_MS) sendData(channelId, 'hb');
        }
      }
    },
    maintain: (begins) => {
      isUnderMaintenance = begins;
      if (begins) broadcast(CODES.maintenanceBegins, 'Entering in Maintenance mode.');
      else broadcast(CODES.maintenanceEnds, 'Maintenance ended. Please resubscribe all channels.');
      // What was subscribed does not survive: clients are asked to subscribe again.
      for (const { channels } of connections) channels.clear();
    },
    announceRestart: () => broadcast(CODES.restart, 'Stopping. Please try to reconnect'),
  };
}

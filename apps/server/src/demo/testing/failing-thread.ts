import { once } from 'node:events';
import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { SimulatorCommand, SimulatorEvent, SimulatorThreadData } from '../simulator-thread.ts';

/** A thread of one simulator that fails when its faults are set. */
const port = parentPort;
if (!port) throw new Error('this runs in a worker thread only');
const { ports } = workerData as SimulatorThreadData;
const server = createServer((_request, response) => response.end('here'));
server.listen(ports.Bitfinex ?? 0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const restUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
port.on('message', ({ type }: SimulatorCommand) => {
  if (type === 'set') throw new Error('the thread broke');
  if (type === 'close') process.exit();
});
const started: SimulatorEvent = {
  type: 'started',
  addresses: [{ exchange: 'Bitfinex', restUrl, streamUrl: null, apiKey: null }],
};
port.postMessage(started);

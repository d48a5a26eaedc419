import { parentPort, workerData } from 'node:worker_threads';
import { type SimulatedExchange, type Simulator, startSimulator } from '@moneytrail/simulators';
import { yieldToOthers } from '../yield-to-others.ts';

export type SimulatorThreadData = {
  exchanges: readonly SimulatedExchange[];
  /** The port of each simulator; a free one if absent. */
  ports: Partial<Record<SimulatedExchange, number>>;
};
/** Commands to the thread; `anchor` comes first. */
export type SimulatorCommand =
  | { type: 'anchor'; anchorMs: number }
  | { type: 'set'; exchange: SimulatedExchange; change: Parameters<Simulator['faults']['set']>[0] }
  | { type: 'clear'; exchange: SimulatedExchange }
  | { type: 'disconnect'; exchange: SimulatedExchange; announced: boolean }
  | { type: 'close' };
export type SimulatorAddress = Pick<Simulator, 'exchange' | 'restUrl' | 'streamUrl' | 'apiKey'>;
export type SimulatorEvent =
  | { type: 'started'; addresses: SimulatorAddress[] }
  | { type: 'report'; message: string };

const port = parentPort;
if (!port) throw new Error('these simulators run in a worker thread only');
yieldToOthers();
const send = (event: SimulatorEvent) => port.postMessage(event);
const { exchanges, ports } = workerData as SimulatorThreadData;
const report = (message: string) => send({ type: 'report', message });
const running = new Map<SimulatedExchange, Simulator>();

async function start(anchorMs: number): Promise<void> {
  for (const exchange of exchanges) {
    const former = ports[exchange];
    const where = former === undefined ? {} : { port: former };
    running.set(exchange, await startSimulator(exchange, { anchorMs, report, ...where }));
  }
  const addresses = [...running.values()].map(({ exchange, restUrl, streamUrl, apiKey }) => {
    return { exchange, restUrl, streamUrl, apiKey };
  });
  send({ type: 'started', addresses });
}

async function execute(command: SimulatorCommand): Promise<void> {
  if (command.type === 'close') {
    await Promise.all([...running.values()].map((simulator) => simulator.close()));
    return process.exit();
  }
  // A failed start ends the thread.
  if (command.type === 'anchor') return void start(command.anchorMs);
  const simulator = running.get(command.exchange);
  if (command.type === 'set') simulator?.faults.set(command.change);
  else if (command.type === 'clear') simulator?.faults.clear();
  else simulator?.disconnectStreams({ announced: command.announced });
}

port.on('message', (command: SimulatorCommand) => {
  execute(command).catch((error: unknown) => report(String(error)));
});

import { parentPort, workerData } from 'node:worker_threads';
import { type SimulatedExchange, type Simulator, startSimulator } from '@moneytrail/simulators';
import { yieldToOthers } from '../yield-to-others.ts';

/** What a thread of simulators is told. */
export type SimulatorOrder =
  | { type: 'set'; exchange: SimulatedExchange; change: Parameters<Simulator['faults']['set']>[0] }
  | { type: 'clear'; exchange: SimulatedExchange }
  | { type: 'disconnect'; exchange: SimulatedExchange; announced: boolean }
  | { type: 'close' };
/** How a simulator is reached. */
export type SimulatorAddress = Pick<Simulator, 'exchange' | 'restUrl' | 'streamUrl' | 'apiKey'>;
/** What it says. */
export type SimulatorNews =
  | { type: 'started'; addresses: SimulatorAddress[] }
  | { type: 'report'; message: string }
  | { type: 'closed' };

const port = parentPort;
if (!port) throw new Error('these simulators run in a worker thread only');
yieldToOthers();
const tell = (news: SimulatorNews) => port.postMessage(news);
const { exchanges, anchorMs } = workerData as { exchanges: SimulatedExchange[]; anchorMs: number };
const report = (message: string) => tell({ type: 'report', message });
const running = new Map<SimulatedExchange, Simulator>();
for (const exchange of exchanges) {
  running.set(exchange, await startSimulator(exchange, { anchorMs, report }));
}

async function obey(order: SimulatorOrder): Promise<void> {
  if (order.type === 'close') {
    await Promise.all([...running.values()].map((simulator) => simulator.close()));
    return tell({ type: 'closed' });
  }
  const simulator = running.get(order.exchange);
  if (order.type === 'set') simulator?.faults.set(order.change);
  else if (order.type === 'clear') simulator?.faults.clear();
  else simulator?.disconnectStreams({ announced: order.announced });
}

port.on('message', (order: SimulatorOrder) => {
  obey(order).catch((error: unknown) => report(String(error)));
});
const addresses = [...running.values()].map(({ exchange, restUrl, streamUrl, apiKey }) => {
  return { exchange, restUrl, streamUrl, apiKey };
});
tell({ type: 'started', addresses });

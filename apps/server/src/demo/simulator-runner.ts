import { Worker } from 'node:worker_threads';
import { SECOND_MS } from '@moneytrail/calendar';
import type { FeedExchange } from '@moneytrail/contract';
import type { Simulator } from '@moneytrail/simulators';
import type { Logger } from 'pino';
import { within } from '../deadline.ts';
import type {
  SimulatorAddress,
  SimulatorCommand,
  SimulatorEvent,
  SimulatorThreadData,
} from './simulator-thread.ts';

/** A simulator in this thread or in the simulators' thread. */
export type ProviderStandIn = Pick<
  Simulator,
  'exchange' | 'restUrl' | 'streamUrl' | 'apiKey' | 'faults' | 'disconnectStreams' | 'close'
>;

/** Daily bars of all instruments and minute bars of requested ones take 30 MB; the rest is garbage. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 6 };
const SCRIPT = new URL('./simulator-thread.ts', import.meta.url);
/** Delay before a thread that has ended is restarted. */
const PAUSE_MS = SECOND_MS;
/** A thread that takes longer to end is terminated. */
const LONGEST_END_MS = 5 * SECOND_MS;

/**
 * Runs simulators in a separate thread on the machine's clock, so that generating prices does not block the server. A
 * failed thread is restarted on the same ports: to the server it is just a feed outage. The thread is loaded while
 * `anchorMs` is being read. Rejects if that or the first start fails.
 */
export function runSimulators(
  { log, script = SCRIPT }: { log: Pick<Logger, 'info' | 'error'>; script?: URL },
  exchanges: readonly FeedExchange[],
  anchorMs: number | Promise<number>,
): Promise<ProviderStandIn[]> {
  const ports: SimulatorThreadData['ports'] = {};
  let running: Worker | null = null;
  let closing: Promise<void> | null = null;
  const send = (command: SimulatorCommand) => running?.postMessage(command);

  async function end(): Promise<void> {
    const thread = running;
    if (!thread) return;
    const ended = new Promise<void>((done) => thread.once('exit', () => done()));
    send({ type: 'close' });
    await within(ended, LONGEST_END_MS, () => undefined);
    await thread.terminate();
  }
  const close = () => {
    closing ??= end();
    return closing;
  };

  const standInOf = (address: SimulatorAddress): ProviderStandIn => {
    const { exchange } = address;
    return {
      ...address,
      faults: {
        set: (change) => send({ type: 'set', exchange, change }),
        clear: () => send({ type: 'clear', exchange }),
      },
      disconnectStreams: (how) =>
        send({ type: 'disconnect', exchange, announced: how?.announced ?? false }),
      close,
    };
  };

  return new Promise((started, failed) => {
    let hasStarted = false;
    function onEvent(event: SimulatorEvent): void {
      if (event.type === 'report') log.info({ message: event.message }, 'simulator');
      if (event.type !== 'started') return;
      hasStarted = true;
      for (const { exchange, restUrl } of event.addresses) {
        ports[exchange] = Number(new URL(restUrl).port);
      }
      started(event.addresses.map(standInOf));
    }
    function start(): void {
      if (closing) return;
      const workerData: SimulatorThreadData = { exchanges, ports };
      const thread = new Worker(script, { workerData, resourceLimits: THREAD_LIMITS });
      running = thread;
      thread.on('message', onEvent);
      thread.on('error', (error) => {
        log.error({ err: error }, 'the thread of simulators failed');
        failed(error);
      });
      thread.on('exit', () => {
        running = null;
        failed(new Error('the thread of simulators ended'));
        if (hasStarted) setTimeout(start, PAUSE_MS).unref();
      });
      Promise.resolve(anchorMs).then(
        (known) => send({ type: 'anchor', anchorMs: known }),
        (error: unknown) => {
          failed(error);
          void close();
        },
      );
    }
    start();
  });
}

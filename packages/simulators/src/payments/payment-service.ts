import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import {
  type AnsweredServiceFault,
  acceptForms,
  addServiceFaults,
  pathOfUrl,
  type SetServiceFault,
} from '../server/service-faults.ts';
import type { SimulatedPlan } from './plans.ts';
import { createDeliveries, type DeliveryOptions, type Notice, type Webhooks } from './webhooks.ts';

const LONGEST_WAIT_MS = 3_600_000;
const SHORTEST_WAIT_MS = 1_000;
const API = /^\/v1\//;

/** Stores the state of a simulator, as one text, beyond the end of its process. */
export type StateStorage = {
  /** Null before the first `write`. */
  read: () => Promise<string | null>;
  write: (text: string) => Promise<void>;
};

export type PaymentOptions = {
  /** Epoch milliseconds; the machine's clock by default. */
  now?: () => number;
  /** Without it, subscriptions and notices are kept in memory. */
  storage?: StateStorage;
  plans?: readonly SimulatedPlan[];
  /** The delays before a webhook that was not answered 2xx is sent again. */
  retryDelaysMs?: readonly number[];
};

/** The part of a payment simulator that all providers have in common. */
export type PaymentSimulator<Step> = {
  /** Replaces the provider's API address; the buyer's pages are served there too. */
  baseUrl: string;
  webhooks: Webhooks;
  /** Sets a fault for API requests; the buyer's pages are not affected. */
  setFault: SetServiceFault;
  /** Moves a subscription on, as the provider or the passage of time would. */
  move: (id: string, step: Step) => Promise<void>;
  close: () => Promise<void>;
};

/** The state of a simulator; the version is raised when stored states can no longer be read. */
export type PaymentState<Subscription> = {
  version: 1;
  subscriptions: Subscription[];
  notices: Notice[];
};

/** Applies due payments, then `act`; stores the state and sends the notices of both. */
export type ChangeState<State> = <Result>(act: (state: State) => Result) => Promise<Result>;

function inMemory(): StateStorage {
  let stored: string | null = null;
  return {
    read: async () => stored,
    write: async (text) => {
      stored = text;
    },
  };
}

/** A refused request, with the response body of the provider. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, body: object) {
    super(`refused with ${status}`);
    this.name = 'Refusal';
    this.status = status;
    this.body = body;
  }
}

/** Throws if the subscription does not exist. */
export function subscriptionOf<Subscription extends { id: string }>(
  state: { subscriptions: Subscription[] },
  id: string,
): Subscription {
  const found = state.subscriptions.find((one) => one.id === id);
  if (!found) throw new Error(`no subscription ${id}`);
  return found;
}

/** Applies every step that is due, each at its own time; returns the time of the next one, or null. */
export function settleDue<Subscription>(
  subscriptions: readonly Subscription[],
  nowMs: number,
  steps: {
    dueMs: (subscription: Subscription) => number | null;
    apply: (subscription: Subscription, atMs: number) => void;
  },
): number | null {
  let nextMs: number | null = null;
  for (const subscription of subscriptions) {
    let dueMs = steps.dueMs(subscription);
    while (dueMs !== null && dueMs <= nowMs) {
      steps.apply(subscription, dueMs);
      dueMs = steps.dueMs(subscription);
    }
    if (dueMs !== null) nextMs = Math.min(nextMs ?? dueMs, dueMs);
  }
  return nextMs;
}

/**
 * Keeps the state of a provider, takes payments as they fall due and delivers webhooks. The storage is read before
 * every change, so that several processes can share it; a stored state of another version is discarded.
 */
export function runPaymentState<State extends PaymentState<unknown>>(
  deps: DeliveryOptions & {
    now: () => number;
    initial: () => State;
    /** Applies what is due; returns the time of the next payment, or null. */
    settle: (state: State) => number | null;
  },
  storage: StateStorage = inMemory(),
) {
  const isState = (value: unknown): value is State =>
    typeof value === 'object' && value !== null && 'version' in value && value.version === 1;
  let last: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function run<Result>(act: (state: State) => Result): Promise<Result> {
    const before = await storage.read();
    const stored: unknown = before === null ? null : JSON.parse(before);
    const state = isState(stored) ? stored : deps.initial();
    const result = act(state);
    const after = JSON.stringify(state);
    if (after !== before) await storage.write(after);
    return result;
  }

  const changeInTurn: ChangeState<State> = (act) => {
    const done = last.then(() => run(act));
    last = done.catch(() => undefined);
    return done;
  };

  const deliveries = createDeliveries(changeInTurn, deps);

  /** If the storage is unavailable, the next request reads it again. */
  const wake = () => void change(() => undefined).catch(() => undefined);

  const change: ChangeState<State> = async (act) => {
    const { result, dueMs } = await changeInTurn((state) => {
      deps.settle(state);
      return { result: act(state), dueMs: deps.settle(state) };
    });
    clearTimeout(timer);
    if (dueMs !== null) {
      const waitMs = Math.min(Math.max(dueMs - deps.now(), SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
      timer = setTimeout(wake, waitMs).unref();
    }
    deliveries.deliverWaiting();
    return result;
  };

  return {
    change,
    webhooks: deliveries.webhooks,
    close: async () => {
      clearTimeout(timer);
      await deliveries.close();
    },
  };
}

/** An HTTP server with the provider's content types, errors and faults; the provider adds its routes. */
export function createPaymentApp(provider: {
  /** The first one is the content type of errors. */
  contentTypes: readonly [string, ...string[]];
  /** Called for every API request, with its path; a refused request throws. */
  authorize: (request: FastifyRequest, path: string) => void;
  refusals: {
    malformedJson: () => Refusal;
    notFound: () => Refusal;
    fault: (fault: AnsweredServiceFault) => Refusal;
  };
  /** Called with every JSON body and its text. */
  onBody?: (body: unknown, text: string) => void;
}) {
  const { contentTypes, authorize, refusals, onBody } = provider;
  const app = fastify({ forceCloseConnections: true });
  app.addContentTypeParser([...contentTypes], { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body);
    try {
      const parsed: unknown = text === '' ? {} : JSON.parse(text);
      onBody?.(parsed, text);
      done(null, parsed);
    } catch {
      done(refusals.malformedJson());
    }
  });
  acceptForms(app);
  const refuse = (reply: FastifyReply, { status, body }: Refusal) =>
    reply.code(status).type(contentTypes[0]).send(JSON.stringify(body));
  app.setErrorHandler((error, _request, reply) =>
    refuse(reply, error instanceof Refusal ? error : refusals.fault('500')),
  );
  app.setNotFoundHandler((_request, reply) => refuse(reply, refusals.notFound()));
  const setAnyFault = addServiceFaults(app, (reply, fault) => refuse(reply, refusals.fault(fault)));
  const setFault: SetServiceFault = (fault, latencyMs, affects = API) =>
    setAnyFault(fault, latencyMs, affects);
  app.addHook('onRequest', async (request) => {
    const path = pathOfUrl(request.url);
    if (API.test(path)) authorize(request, path);
  });
  return { app, setFault };
}

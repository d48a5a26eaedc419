import { createHmac, randomBytes } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { LEMON_PLANS, type SimulatedPlan } from '../payments/default-plans.ts';
import type { StateStorage } from '../payments/kept-state.ts';
import { runPaymentState } from '../payments/payment-state.ts';
import type { Webhooks } from '../payments/webhook-deliveries.ts';
import { pathOfUrl } from '../server/plain-request.ts';
import { acceptForms, addServiceFaults, type SetServiceFault } from '../server/service-faults.ts';
import type { LemonDecision } from './checkout-page.ts';
import { errorBody, FAULTS, LemonRefusal, notFound, unauthenticated } from './lemon-errors.ts';
import {
  type Change,
  endTrial,
  expire,
  pause,
  payFails,
  paySucceeds,
  refund,
  settleDue,
  unpause,
} from './lemon-lifecycle.ts';
import type { LemonService } from './lemon-service.ts';
import { emptyLemonState, isLemonState, subscriptionOf } from './lemon-state.ts';
import { decide, serveCheckouts } from './serve-checkouts.ts';
import { serveStore } from './serve-store.ts';
import { serveSubscriptions } from './serve-subscriptions.ts';

export type LemonOptions = {
  /** Epoch milliseconds; the machine's clock by default. */
  now?: () => number;
  /** Keeps subscriptions and notices beyond the end of the simulator. */
  storage?: StateStorage;
  /** What is sold; the ids are numbers. */
  plans?: readonly SimulatedPlan[];
  /** Before a notice that was not answered 2xx is sent again. */
  retryDelaysMs?: readonly number[];
};

export type LemonSimulator = {
  /** In the place of `https://api.lemonsqueezy.com`; the checkout page is served there too. */
  baseUrl: string;
  apiKey: string;
  storeId: string;
  webhookSecret: string;
  /** It sells nothing in earnest. */
  isTestMode: true;
  webhooks: Webhooks;
  /** What happens from now on to requests, those to its pages excepted. */
  setFault: SetServiceFault;
  /** Decides in the buyer's place, who may write another address there; whether there was anything to decide. */
  decide: (checkoutUrl: string, decision: LemonDecision, email?: string) => Promise<boolean>;
  /** The ids of all subscriptions, oldest first. */
  subscriptionIds: () => Promise<string[]>;
  /** Moves a subscription on, as Lemon Squeezy or time would. */
  move: (id: string, step: LemonStep) => Promise<void>;
  close: () => Promise<void>;
};

const STEPS = {
  paymentSucceeded: paySucceeds,
  paymentFailed: payFails,
  trialOver: endTrial,
  refunded: refund,
  paused: pause,
  unpaused: unpause,
  expired: expire,
} satisfies Record<string, Change>;

export type LemonStep = keyof typeof STEPS;

const RETRY_DELAYS_MS = [5_000, 25_000, 125_000];
const STORE_ID = '1';
const JSON_API = 'application/vnd.api+json';
const API = /^\/v1\//;

/** The API and its pages, without what they serve. */
function buildApp(apiKey: string): { app: FastifyInstance; setFault: SetServiceFault } {
  const app = fastify({ forceCloseConnections: true });
  app.addContentTypeParser(
    [JSON_API, 'application/json'],
    { parseAs: 'string' },
    (_request, text, done) => {
      try {
        done(null, text === '' ? {} : JSON.parse(String(text)));
      } catch {
        done(new LemonRefusal(400, 'Bad Request', 'The request is not JSON.'));
      }
    },
  );
  acceptForms(app);
  app.setErrorHandler((error, _request, reply) => {
    const refusal = error instanceof LemonRefusal ? error : FAULTS['500'];
    return reply
      .code(refusal.status)
      .type(JSON_API)
      .send(JSON.stringify(errorBody(refusal)));
  });
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  const setFault = addServiceFaults(app, (_reply, fault) => {
    throw FAULTS[fault];
  });
  app.addHook('onRequest', async ({ url, headers }) => {
    if (API.test(pathOfUrl(url)) && headers.authorization !== `Bearer ${apiKey}`) {
      throw unauthenticated();
    }
  });
  return { app, setFault };
}

/** Lemon Squeezy's subscriptions on a free port of 127.0.0.1; no money moves. */
export async function startLemonSimulator(options: LemonOptions = {}): Promise<LemonSimulator> {
  const now = options.now ?? Date.now;
  const apiKey = randomBytes(32).toString('base64url');
  const webhookSecret = randomBytes(16).toString('hex');
  let baseUrl = '';
  const plans = options.plans ?? LEMON_PLANS;
  const context = { now, plans, storeId: STORE_ID, baseUrl: () => baseUrl };
  const { change, webhooks, close } = runPaymentState(
    {
      now,
      initial: emptyLemonState,
      isState: isLemonState,
      settleDue: (state) => settleDue(state, context),
      headersFor: async ({ type, body }, isForged) => {
        const secret = isForged ? 'the secret of somebody else' : webhookSecret;
        const signature = createHmac('sha256', secret).update(body).digest('hex');
        return {
          'content-type': 'application/json',
          'x-event-name': type,
          'x-signature': signature,
        };
      },
      retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
    },
    options.storage,
  );
  const service: LemonService = { context, change };
  const { app, setFault } = buildApp(apiKey);
  serveStore(app, service);
  serveCheckouts(app, service);
  serveSubscriptions(app, service);
  baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  await change(() => undefined);
  return {
    ...{ baseUrl, apiKey, storeId: STORE_ID, webhookSecret, isTestMode: true },
    webhooks,
    setFault: (fault, latencyMs, affects = API) => setFault(fault, latencyMs, affects),
    decide: async (checkoutUrl, decision, email) => {
      const id = new URL(checkoutUrl).pathname.split('/').at(-1) ?? '';
      return (await decide(service, id, decision, email)) !== null;
    },
    subscriptionIds: () => change(({ subscriptions }) => subscriptions.map(({ id }) => id)),
    move: (id, step) => change((state) => STEPS[step](state, subscriptionOf(state, id), context)),
    close: async () => {
      await app.close();
      await close();
    },
  };
}

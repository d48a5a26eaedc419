import { createHmac, randomBytes } from 'node:crypto';
import {
  createPaymentApp,
  type PaymentOptions,
  type PaymentSimulator,
  runPaymentState,
  subscriptionOf,
} from '../payments/payment-service.ts';
import { LEMON_PLANS } from '../payments/plans.ts';
import {
  type Change,
  endTrial,
  expire,
  pause,
  payFails,
  paySucceeds,
  refund,
  settleLemon,
  unpause,
} from './lemon-lifecycle.ts';
import { FAULTS, malformedJson, notFound, unauthenticated } from './lemon-resources.ts';
import {
  decide,
  type LemonDecision,
  type LemonService,
  serveCheckouts,
  serveStore,
  serveSubscriptions,
} from './lemon-routes.ts';
import { emptyLemonState } from './lemon-state.ts';

/** Lemon Squeezy's API and checkout page; `baseUrl` replaces `https://api.lemonsqueezy.com`. */
export type LemonSimulator = PaymentSimulator<LemonStep> & {
  apiKey: string;
  storeId: string;
  webhookSecret: string;
  /** Every sale is marked as a test. */
  isTestMode: true;
  /** Decides for the buyer, optionally with another email address; false if the checkout is not open. */
  decide: (checkoutUrl: string, decision: LemonDecision, email?: string) => Promise<boolean>;
  /** The ids of all subscriptions, oldest first. */
  subscriptionIds: () => Promise<string[]>;
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

/** Starts Lemon Squeezy's subscriptions on a free port of 127.0.0.1; no money moves. Plan ids must be numbers. */
export async function startLemonSimulator(options: PaymentOptions = {}): Promise<LemonSimulator> {
  const now = options.now ?? Date.now;
  const plans = options.plans ?? LEMON_PLANS;
  const apiKey = randomBytes(32).toString('base64url');
  const webhookSecret = randomBytes(16).toString('hex');
  const context = { now, plans, storeId: STORE_ID, baseUrl: () => baseUrl };
  let baseUrl = '';

  const { change, webhooks, close } = runPaymentState(
    {
      now,
      initial: emptyLemonState,
      settle: (state) => settleLemon(state, context),
      headersFor: async ({ type, body }, isForged) => {
        const secret = isForged ? 'the secret of somebody else' : webhookSecret;
        return {
          'content-type': 'application/json',
          'x-event-name': type,
          'x-signature': createHmac('sha256', secret).update(body).digest('hex'),
        };
      },
      retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
    },
    options.storage,
  );
  const { app, setFault } = createPaymentApp({
    contentTypes: ['application/vnd.api+json', 'application/json'],
    authorize: ({ headers }) => {
      if (headers.authorization !== `Bearer ${apiKey}`) throw unauthenticated();
    },
    refusals: { malformedJson, notFound, fault: (fault) => FAULTS[fault]() },
  });
  const service: LemonService = { context, change };
  serveStore(app, service);
  serveCheckouts(app, service);
  serveSubscriptions(app, service);

  baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  await change(() => undefined); // Takes payments that fell due while the simulator was stopped.
  return {
    baseUrl,
    apiKey,
    storeId: STORE_ID,
    webhookSecret,
    isTestMode: true,
    webhooks,
    setFault,
    decide: async (checkoutUrl, decision, email) => {
      const id = new URL(checkoutUrl).pathname.split('/').at(-1) ?? '';
      return (await decide(service, id, decision, email)) !== null;
    },
    subscriptionIds: () => change(({ subscriptions }) => subscriptions.map(({ id }) => id)),
    move: (id, step) =>
      change((state) => STEPS[step]({ state, subscription: subscriptionOf(state, id), context })),
    close: async () => {
      await app.close();
      await close();
    },
  };
}

import { randomBytes } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { PAYPAL_PLANS, type SimulatedPlan } from '../payments/default-plans.ts';
import type { StateStorage } from '../payments/kept-state.ts';
import { runPaymentState } from '../payments/payment-state.ts';
import type { Webhooks } from '../payments/webhook-deliveries.ts';
import { pathOfUrl } from '../server/plain-request.ts';
import { acceptForms, addServiceFaults, type SetServiceFault } from '../server/service-faults.ts';
import type { PayPalDecision } from './approval-page.ts';
import { errorBody, FAULTS, notFound, PayPalRefusal, unauthenticated } from './paypal-errors.ts';
import {
  type Change,
  endTrial,
  expire,
  payFails,
  paySucceeds,
  reactivate,
  refund,
  settleDue,
  suspend,
} from './paypal-lifecycle.ts';
import { createPayPalSigner } from './paypal-signature.ts';
import {
  emptyPayPalState,
  isPayPalState,
  type PayPalService,
  subscriptionOf,
} from './paypal-state.ts';
import { type PayPalTokens, serveTokens } from './paypal-tokens.ts';
import { decide, serveApproval } from './serve-approval.ts';
import { serveCatalogue } from './serve-catalogue.ts';
import { serveNotifications } from './serve-notifications.ts';
import { serveSubscriptions } from './serve-subscriptions.ts';

export type PayPalOptions = {
  /** Epoch milliseconds; the machine's clock by default. */
  now?: () => number;
  /** Keeps subscriptions and notices beyond the end of the simulator. */
  storage?: StateStorage;
  plans?: readonly SimulatedPlan[];
  /** Before a notice that was not answered 2xx is sent again. */
  retryDelaysMs?: readonly number[];
};

export type PayPalSimulator = {
  /** In the place of `https://api-m.paypal.com`; certificates and the approval page are served there too. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  webhookId: string;
  webhooks: Webhooks;
  /** What happens from now on to requests, those to the approval page excepted. */
  setFault: SetServiceFault;
  tokens: Pick<PayPalTokens, 'revoke' | 'count'>;
  /** Decides in the buyer's place; where the buyer is sent next. */
  decide: (approveUrl: string, decision: PayPalDecision) => Promise<string | null>;
  /** Moves a subscription on, as PayPal or time would. */
  move: (id: string, step: PayPalStep) => Promise<void>;
  close: () => Promise<void>;
};

const STEPS = {
  paymentSucceeded: paySucceeds,
  paymentFailed: payFails,
  trialOver: endTrial,
  refunded: refund,
  suspended: suspend,
  reactivated: reactivate,
  expired: expire,
} satisfies Record<string, Change>;

export type PayPalStep = keyof typeof STEPS;

const RETRY_DELAYS_MS = [5_000, 25_000, 125_000, 600_000, 3_600_000];
const API = /^\/v1\//;
/** Served without a token. */
const OPEN = /^\/v1\/(oauth2\/token$|notifications\/certs\/)/;

/** The API and its page, without what they serve. */
function buildApp(tokens: () => PayPalTokens) {
  const app = fastify({ forceCloseConnections: true });
  const rawBodies = new WeakMap<object, string>();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      const parsed: unknown = text === '' ? {} : JSON.parse(String(text));
      if (typeof parsed === 'object' && parsed !== null) rawBodies.set(parsed, String(text));
      done(null, parsed);
    } catch {
      done(new PayPalRefusal(400, 'INVALID_REQUEST', 'MALFORMED_REQUEST_JSON'));
    }
  });
  acceptForms(app);
  app.setErrorHandler((error, _request, reply) => {
    const refusal = error instanceof PayPalRefusal ? error : FAULTS['500'];
    return reply.code(refusal.status).send(errorBody(refusal));
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(errorBody(notFound())));
  const setFault = addServiceFaults(app, (reply, fault) =>
    reply.code(FAULTS[fault].status).send(errorBody(FAULTS[fault])),
  );
  app.addHook('onRequest', async (request) => {
    const path = pathOfUrl(request.url);
    if (!API.test(path) || OPEN.test(path)) return;
    if (!tokens().isValid(request.headers.authorization)) throw unauthenticated();
  });
  const rawBodyOf = (body: unknown) =>
    typeof body === 'object' && body !== null ? (rawBodies.get(body) ?? '') : '';
  return { app, setFault, rawBodyOf };
}

function serveAll(
  app: FastifyInstance,
  service: PayPalService,
  notifications: {
    signer: ReturnType<typeof createPayPalSigner>;
    rawBodyOf: (body: unknown) => string;
  },
): void {
  serveCatalogue(app, service.context.plans);
  serveSubscriptions(app, service);
  serveApproval(app, service);
  serveNotifications(app, notifications.signer, notifications.rawBodyOf);
}

/** PayPal's subscriptions on a free port of 127.0.0.1; no money moves. */
export async function startPayPalSimulator(options: PayPalOptions = {}): Promise<PayPalSimulator> {
  const now = options.now ?? Date.now;
  const context = { now, plans: options.plans ?? PAYPAL_PLANS };
  const clientId = randomBytes(20).toString('hex');
  const clientSecret = randomBytes(20).toString('hex');
  const webhookId = randomBytes(9).toString('hex').toUpperCase();
  let baseUrl = '';
  const signer = createPayPalSigner({ now, webhookId, baseUrl: () => baseUrl });
  const { change, webhooks, close } = runPaymentState(
    {
      now,
      initial: emptyPayPalState,
      isState: isPayPalState,
      settleDue: (state) => settleDue(state, context),
      headersFor: ({ body }, isForged) => signer.headersFor(body, isForged),
      retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
    },
    options.storage,
  );
  const service: PayPalService = { context, baseUrl: () => baseUrl, change };
  const { app, setFault, rawBodyOf } = buildApp(() => tokens);
  const tokens = serveTokens(app, { clientId, clientSecret, now });
  serveAll(app, service, { signer, rawBodyOf });
  baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  await change(() => undefined);
  return {
    ...{ baseUrl, clientId, clientSecret, webhookId, tokens },
    webhooks,
    setFault: (fault, latencyMs, affects = API) => setFault(fault, latencyMs, affects),
    decide: (approveUrl, decision) =>
      decide(service, new URL(approveUrl).searchParams.get('ba_token') ?? '', decision),
    move: (id, step) => change((state) => STEPS[step](state, subscriptionOf(state, id), context)),
    close: async () => {
      await app.close();
      await close();
    },
  };
}

import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import {
  createPaymentApp,
  type PaymentOptions,
  type PaymentSimulator,
  runPaymentState,
  subscriptionOf,
} from '../payments/payment-service.ts';
import { PAYPAL_PLANS } from '../payments/plans.ts';
import {
  type Change,
  dispute,
  endTrial,
  expire,
  payFails,
  paySucceeds,
  reactivate,
  refund,
  resolveDispute,
  reverse,
  settlePayPal,
  suspend,
} from './paypal-lifecycle.ts';
import { FAULTS, invalidRequest, notFound, unauthenticated } from './paypal-resources.ts';
import {
  decide,
  type PayPalDecision,
  type PayPalService,
  serveApproval,
  serveCatalogue,
  serveSubscriptions,
} from './paypal-routes.ts';
import { serveSignatures, signedHeaders } from './paypal-signature.ts';
import { emptyPayPalState } from './paypal-state.ts';

/** PayPal's API and approval page; `baseUrl` replaces `https://api-m.paypal.com`. */
export type PayPalSimulator = PaymentSimulator<PayPalStep> & {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  tokens: Pick<PayPalTokens, 'revoke' | 'count'>;
  /** Decides for the buyer; resolves with the address the buyer is sent to, or null for a dead page. */
  decide: (approveUrl: string, decision: PayPalDecision) => Promise<string | null>;
};

const STEPS = {
  paymentSucceeded: paySucceeds,
  paymentFailed: payFails,
  trialOver: endTrial,
  refunded: refund,
  reversed: reverse,
  disputed: dispute,
  disputeWon: resolveDispute,
  suspended: suspend,
  reactivated: reactivate,
  expired: expire,
} satisfies Record<string, Change>;

export type PayPalStep = keyof typeof STEPS;

const RETRY_DELAYS_MS = [5_000, 25_000, 125_000, 600_000, 3_600_000];
const WITHOUT_TOKEN = /^\/v1\/(oauth2\/token$|notifications\/certs\/)/;
const TOKEN_LIFETIME_SECONDS = 32_400;

type PayPalTokens = {
  isValid: (authorization: string | undefined) => boolean;
  /** Revokes every token issued so far. */
  revoke: () => void;
  /** The number of tokens issued since the start. */
  count: () => number;
};

function serveTokens(
  app: FastifyInstance,
  deps: { clientId: string; clientSecret: string; now: () => number },
): PayPalTokens {
  const known = `Basic ${Buffer.from(`${deps.clientId}:${deps.clientSecret}`).toString('base64')}`;
  const endMs = new Map<string, number>();
  let count = 0;
  app.post<{ Body: { grant_type?: string } | undefined }>(
    '/v1/oauth2/token',
    async ({ headers, body }, reply) => {
      if (headers.authorization !== known) {
        return reply.code(401).send({
          error: 'invalid_client',
          error_description: 'Client Authentication failed',
        });
      }
      if (body?.grant_type !== 'client_credentials') {
        return reply.code(400).send({
          error: 'unsupported_grant_type',
          error_description: 'Grant Type is NULL or not supported',
        });
      }
      const token = `A21AA${randomBytes(32).toString('base64url')}`;
      endMs.set(`Bearer ${token}`, deps.now() + TOKEN_LIFETIME_SECONDS * 1_000);
      count += 1;
      return reply.send({
        scope: 'https://uri.paypal.com/services/subscriptions',
        access_token: token,
        token_type: 'Bearer',
        app_id: 'APP-80W284485P519543T',
        expires_in: TOKEN_LIFETIME_SECONDS,
        nonce: randomBytes(16).toString('base64url'),
      });
    },
  );
  return {
    isValid: (authorization) => (endMs.get(authorization ?? '') ?? 0) > deps.now(),
    revoke: () => endMs.clear(),
    count: () => count,
  };
}

/** Starts PayPal's subscriptions on a free port of 127.0.0.1; no money moves. */
export async function startPayPalSimulator(options: PaymentOptions = {}): Promise<PayPalSimulator> {
  const now = options.now ?? Date.now;
  const context = { now, plans: options.plans ?? PAYPAL_PLANS };
  const clientId = randomBytes(20).toString('hex');
  const clientSecret = randomBytes(20).toString('hex');
  const webhookId = randomBytes(9).toString('hex').toUpperCase();
  const signer = { now, webhookId, baseUrl: () => baseUrl };
  const rawBodies = new WeakMap<object, string>();
  let baseUrl = '';

  const { change, webhooks, close } = runPaymentState(
    {
      now,
      initial: emptyPayPalState,
      settle: (state) => settlePayPal(state, context),
      headersFor: ({ body }, isForged) => signedHeaders(signer, body, isForged),
      retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
    },
    options.storage,
  );
  const { app, setFault } = createPaymentApp({
    contentTypes: ['application/json'],
    authorize: ({ headers }, path) => {
      if (WITHOUT_TOKEN.test(path) || tokens.isValid(headers.authorization)) return;
      throw unauthenticated();
    },
    refusals: {
      malformedJson: () => invalidRequest('MALFORMED_REQUEST_JSON'),
      notFound,
      fault: (fault) => FAULTS[fault](),
    },
    onBody: (body, text) => {
      if (typeof body === 'object' && body !== null) rawBodies.set(body, text);
    },
  });
  const tokens = serveTokens(app, { clientId, clientSecret, now });
  const service: PayPalService = { context, change, baseUrl: () => baseUrl };
  serveCatalogue(app, context);
  serveSubscriptions(app, service);
  serveApproval(app, service);
  serveSignatures(app, signer, (body) =>
    typeof body === 'object' && body !== null ? (rawBodies.get(body) ?? '') : '',
  );

  baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  await change(() => undefined); // Takes payments that fell due while the simulator was stopped.
  return {
    baseUrl,
    clientId,
    clientSecret,
    webhookId,
    tokens,
    webhooks,
    setFault,
    decide: (approveUrl, decision) =>
      decide(service, new URL(approveUrl).searchParams.get('ba_token') ?? '', decision),
    move: (id, step) =>
      change((state) => STEPS[step]({ state, subscription: subscriptionOf(state, id), context })),
    close: async () => {
      await app.close();
      await close();
    },
  };
}

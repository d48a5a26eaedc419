import { randomBytes, randomInt } from 'node:crypto';
import type { SimulatedPlan } from '../payments/default-plans.ts';
import { type Notice, remember } from '../payments/webhook-deliveries.ts';

type PayPalStatus = 'APPROVAL_PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED';

/** Where the buyer is sent back to, and the token that opens the approval page. */
type Approval = { baToken: string; token: string; returnUrl: string; cancelUrl: string };

export type PayPalTransaction = {
  id: string;
  status: 'COMPLETED' | 'DECLINED' | 'REFUNDED';
  amountCents: number;
  atMs: number;
};

export type PayPalSubscription = {
  id: string;
  status: PayPalStatus;
  planId: string;
  customId: string | null;
  email: string | null;
  payerId: string | null;
  createdMs: number;
  updatedMs: number;
  startMs: number | null;
  nextBillingMs: number | null;
  /** When the payment was due that is being tried again; null where none failed. */
  unpaidSinceMs: number | null;
  failedPayments: number;
  approval: Approval;
  /** Another plan that waits for the buyer's approval. */
  revision: (Approval & { planId: string }) | null;
  transactions: PayPalTransaction[];
};

/** All that the simulator knows. */
export type PayPalState = {
  version: 1;
  subscriptions: PayPalSubscription[];
  /** The subscription that each `PayPal-Request-Id` made. */
  requests: Record<string, string>;
  notices: Notice[];
};

export const emptyPayPalState = (): PayPalState => ({
  version: 1,
  subscriptions: [],
  requests: {},
  notices: [],
});

/** Whether a stored value was written by this version. */
export function isPayPalState(value: unknown): value is PayPalState {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === 1;
}

const LETTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** An identifier of PayPal's kind: `I-BW452GLLEP1G`. */
export function payPalId(prefix: string, length: number): string {
  return prefix + Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** What each change is made with. */
export type PayPalContext = {
  now: () => number;
  plans: readonly SimulatedPlan[];
};

/** A plan that the simulator sells. */
export function planOf({ plans }: Pick<PayPalContext, 'plans'>, id: string): SimulatedPlan {
  const plan = plans.find((one) => one.id === id);
  if (!plan) throw new Error(`no plan ${id}`);
  return plan;
}

/** A subscription the caller knows to exist. */
export function subscriptionOf(state: PayPalState, id: string): PayPalSubscription {
  const found = state.subscriptions.find((one) => one.id === id);
  if (!found) throw new Error(`no subscription ${id}`);
  return found;
}

/** Moments as PayPal writes them. */
export function payPalTime(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
}

/** Stores the notice of an event. */
export function addEvent(
  state: PayPalState,
  context: PayPalContext,
  event: { type: string; resourceType: 'subscription' | 'sale'; resource: object },
): void {
  const id = `WH-${randomBytes(16).toString('hex').toUpperCase()}`;
  const atMs = context.now();
  const body = JSON.stringify({
    id,
    event_version: '1.0',
    create_time: new Date(atMs).toISOString(),
    resource_type: event.resourceType,
    event_type: event.type,
    summary: `Simulated ${event.type.toLowerCase()}`,
    resource: event.resource,
    links: [],
  });
  remember(state, { id, type: event.type, body, atMs });
}

/** What the routes of the simulator share. */
export type PayPalService = {
  context: PayPalContext;
  /** Changes the state after every payment that has come due, and sends the notices of both. */
  change: <Result>(act: (state: PayPalState) => Result) => Promise<Result>;
  /** Known once the simulator listens. */
  baseUrl: () => string;
};

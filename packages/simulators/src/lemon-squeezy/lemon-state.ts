import { randomUUID } from 'node:crypto';
import type { SimulatedPlan } from '../payments/default-plans.ts';
import { type Notice, remember } from '../payments/webhook-deliveries.ts';

type LemonStatus =
  | 'on_trial'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'cancelled'
  | 'expired'
  | 'paused';

/** What a buyer was sent to pay. */
export type LemonCheckout = {
  id: string;
  variantId: string;
  email: string;
  custom: Record<string, string>;
  redirectUrl: string | null;
  createdMs: number;
  isPaid: boolean;
};

export type LemonSubscription = {
  id: string;
  status: LemonStatus;
  variantId: string;
  email: string;
  custom: Record<string, string>;
  customerId: number;
  createdMs: number;
  updatedMs: number;
  trialEndsMs: number | null;
  /** The next payment; of one that failed, the next attempt. */
  renewsMs: number;
  /** When the payment was due that is being tried again. */
  unpaidSinceMs: number | null;
  failedPayments: number;
  endsMs: number | null;
  pause: { mode: string; resumes_at: string | null } | null;
};

export type LemonInvoice = {
  id: string;
  subscriptionId: string;
  status: 'pending' | 'paid' | 'void' | 'refunded';
  billingReason: 'initial' | 'renewal';
  totalCents: number;
  createdMs: number;
  updatedMs: number;
};

/** All that the simulator knows. */
export type LemonState = {
  version: 1;
  lastId: number;
  checkouts: LemonCheckout[];
  subscriptions: LemonSubscription[];
  invoices: LemonInvoice[];
  /** The customer of each address. */
  customers: Record<string, number>;
  notices: Notice[];
};

export const emptyLemonState = (): LemonState => ({
  version: 1,
  lastId: 0,
  checkouts: [],
  subscriptions: [],
  invoices: [],
  customers: {},
  notices: [],
});

/** Whether a stored value was written by this version. */
export function isLemonState(value: unknown): value is LemonState {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === 1;
}

/** What each change is made with. */
export type LemonContext = {
  now: () => number;
  plans: readonly SimulatedPlan[];
  storeId: string;
  /** Known once the simulator listens. */
  baseUrl: () => string;
};

/** The next number of anything. */
export function nextId(state: LemonState): number {
  state.lastId += 1;
  return state.lastId;
}

/** The plan of a variant that the simulator sells. */
export function planOf({ plans }: Pick<LemonContext, 'plans'>, variantId: string): SimulatedPlan {
  const plan = plans.find(({ id }) => id === variantId);
  if (!plan) throw new Error(`no variant ${variantId}`);
  return plan;
}

/** A subscription the caller knows to exist. */
export function subscriptionOf(state: LemonState, id: string): LemonSubscription {
  const found = state.subscriptions.find((one) => one.id === id);
  if (!found) throw new Error(`no subscription ${id}`);
  return found;
}

/** Stores the notice of an event. */
export function addEvent(
  state: LemonState,
  context: LemonContext,
  event: { type: string; custom: Record<string, string>; data: object },
): void {
  const body = JSON.stringify({
    meta: { test_mode: true, event_name: event.type, custom_data: event.custom },
    data: event.data,
  });
  remember(state, { id: randomUUID(), type: event.type, body, atMs: context.now() });
}

import { AppError } from '@moneytrail/contract';
import type { Logger } from 'pino';
import type { Db } from '../../db/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Payments } from '../../outside/payments/open-payments.ts';
import type {
  PaymentProvider,
  PaymentProviderName,
} from '../../outside/payments/payment-provider.ts';
import type { Waits } from '../../waits.ts';
import type { NoticeSender } from '../accounts/index.ts';
import type { Audit } from '../audit/index.ts';
import type { PlanRights } from './payments-store.ts';
import { createTrials, type Trials } from './trials.ts';

export const SUBSCRIPTION_PAGE = '/dashboard/live-chart?account=true&tab=subscription';

export type BillingDeps = {
  db: Db;
  log: Logger;
  clock: { now: () => number };
  audit: Pick<Audit, 'append'>;
  /** Shares the mail limit of each recipient with accounts. */
  sendNotice: NoticeSender;
  jobs: Pick<Jobs, 'enqueue'>;
  payments: Pick<Payments, 'providers'>;
  waits?: Pick<Waits, 'noticeMs'>;
  /** The rights that plans give; none by default. */
  planRights?: PlanRights | undefined;
  /** The installation's secret. */
  secret: string;
  /** Base of links in mails, without a trailing slash. */
  publicUrl: string;
  /** Call after committing a change of users' rights. */
  tellAccessChanged: (userIds: readonly string[]) => void;
};

/** The dependencies of this module's use cases; created once. */
export type Billing = BillingDeps & { trials: Trials };

export function createBilling(deps: BillingDeps): Billing {
  return { ...deps, trials: createTrials(deps.secret, deps.clock) };
}

/** The rights of plans by their configured ids; `*` means every plan. */
export function planRightsOf(plans: {
  summary: readonly string[];
  suffix: readonly string[];
}): PlanRights {
  const names = (ids: readonly string[], id: string) => ids.includes('*') || ids.includes(id);
  return (id) => ({ summary: names(plans.summary, id), suffix: names(plans.suffix, id) });
}

/** Throws 503 if a provider is no longer configured. */
export function providerOf({ payments }: Billing, name: PaymentProviderName): PaymentProvider {
  const provider = payments.providers[name];
  if (!provider) throw new AppError('UNAVAILABLE', 'This payment provider is not available.');
  return provider;
}

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
import { createTrials, type Trials } from './trials.ts';

/** Opens the account's subscription. */
export const SUBSCRIPTION_PAGE = '/dashboard/live-chart?account=true&tab=subscription';

export type BillingDeps = {
  db: Db;
  log: Logger;
  clock: { now: () => number };
  audit: Pick<Audit, 'append'>;
  /** Mails count among those that their recipient gets of accounts too. */
  sendNotice: NoticeSender;
  jobs: Pick<Jobs, 'enqueue'>;
  payments: Pick<Payments, 'providers'>;
  waits?: Pick<Waits, 'noticeMs'>;
  /** Of the installation. */
  secret: string;
  /** Where links in mails lead, without a slash at the end. */
  publicUrl: string;
  /** To be called after the commit of what changed somebody's rights. */
  tellAccessChanged: (userIds: readonly string[]) => void;
};

/** What every use case of this module works with; made once. */
export type Billing = BillingDeps & { trials: Trials };

export function createBilling(deps: BillingDeps): Billing {
  return { ...deps, trials: createTrials(deps.secret, deps.clock) };
}

/** Throws 503 where a provider is not configured any more. */
export function providerOf({ payments }: Billing, name: PaymentProviderName): PaymentProvider {
  const provider = payments.providers[name];
  if (!provider) throw new AppError('UNAVAILABLE', 'This payment provider is not available.');
  return provider;
}

import type { ErrorSource } from '@moneytrail/contract';
import type { Logger } from 'pino';
import { backupJobs } from './backup/jobs.ts';
import type { Job } from './jobs/index.ts';
import { accountJobs } from './modules/accounts/index.ts';
import { deliveryJobs } from './modules/alerts/index.ts';
import { analysisJobs } from './modules/analysis/index.ts';
import { barJobs } from './modules/bars/index.ts';
import { billingJobs } from './modules/billing/index.ts';
import { catalogueJobs } from './modules/catalogue/index.ts';
import { contactJobs } from './modules/contact/index.ts';
import { errorLogJobs } from './modules/errorlog/index.ts';
import { importJobs, instrumentJobs } from './modules/instruments/index.ts';
import { liveJobs } from './modules/live/index.ts';
import { ruleTestJobs } from './modules/rule-tests/index.ts';
import { outboxJobs } from './outbox/index.ts';

type Needs<Make extends (deps: never) => Job[]> = Parameters<Make>[0];

export function allJobs(
  deps: Needs<typeof outboxJobs> &
    Needs<typeof catalogueJobs> &
    Needs<typeof barJobs> &
    Needs<typeof accountJobs> &
    Needs<typeof billingJobs> &
    Needs<typeof analysisJobs> &
    Needs<typeof instrumentJobs> &
    Needs<typeof importJobs> &
    Needs<typeof liveJobs> &
    Needs<typeof ruleTestJobs> &
    Needs<typeof contactJobs> &
    Needs<typeof backupJobs> &
    Needs<typeof deliveryJobs> &
    Needs<typeof errorLogJobs> & { log: Logger },
): Job[] {
  const as = (source: ErrorSource) => ({ ...deps, log: deps.log.child({ source }) });
  return [
    ...outboxJobs(as('outbox')),
    ...catalogueJobs(as('catalogue')),
    ...barJobs(as('bars')),
    ...accountJobs(as('accounts')),
    ...billingJobs(as('billing')),
    ...analysisJobs(as('analysis')),
    ...instrumentJobs(as('instruments')),
    ...importJobs(as('instruments')),
    ...liveJobs(as('live')),
    ...ruleTestJobs(deps),
    ...deliveryJobs(as('alerts')),
    ...contactJobs(deps),
    ...errorLogJobs(deps),
    ...backupJobs(as('backup')),
  ];
}

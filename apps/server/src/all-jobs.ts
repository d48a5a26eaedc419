import type { Job } from './jobs/index.ts';
import { accountJobs } from './modules/accounts/index.ts';
import { analysisJobs } from './modules/analysis/index.ts';
import { barJobs } from './modules/bars/index.ts';
import { billingJobs } from './modules/billing/index.ts';
import { catalogueJobs } from './modules/catalogue/index.ts';
import { liveJobs } from './modules/live/index.ts';
import { outboxJobs } from './outbox/index.ts';

type Needs<Make extends (deps: never) => Job[]> = Parameters<Make>[0];

/** Every job of the product. */
export function allJobs(
  deps: Needs<typeof outboxJobs> &
    Needs<typeof catalogueJobs> &
    Needs<typeof barJobs> &
    Needs<typeof accountJobs> &
    Needs<typeof billingJobs> &
    Needs<typeof analysisJobs> &
    Needs<typeof liveJobs>,
): Job[] {
  const makers = [
    outboxJobs,
    catalogueJobs,
    barJobs,
    accountJobs,
    billingJobs,
    analysisJobs,
    liveJobs,
  ];
  return makers.flatMap((make) => make(deps));
}

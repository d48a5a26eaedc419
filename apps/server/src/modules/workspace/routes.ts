import { createCallerBudget, type WorkLimits } from '../../http/caller-budget.ts';
import type { Router } from '../../http/route.ts';
import type { Clock } from '../../steady-clock.ts';
import type { Instrument } from '../catalogue/index.ts';
import { type ChartsStorageDeps, chartsStorageRoutes } from './charts-storage/routes.ts';
import { layoutRoutes } from './layouts/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { type UdfDeps, udfRoutes } from './udf/routes.ts';

type WorkspaceDeps = Omit<ChartsStorageDeps, 'budget' | 'clock'> &
  UdfDeps & {
    clock: Clock;
    /** Instead of the product's; for measuring. */
    workLimits?: WorkLimits;
  };

/** Several charts of several tabs that save every two seconds stay below it. */
const SAVING_LIMITS = { atOnce: 4, aMinute: 300 };

/** What people keep of their charts, and the protocols by which clients of others keep and read charts. */
export function workspaceRoutes(router: Router<Instrument>, deps: WorkspaceDeps): void {
  const budget = createCallerBudget(deps.clock, deps.workLimits ?? SAVING_LIMITS);
  const saving = { ...deps, budget };
  layoutRoutes(router, saving);
  templateRoutes(router, saving);
  chartsStorageRoutes(router, saving);
  udfRoutes(router, deps);
}

import { createCallerBudget, type WorkLimits } from '../../http/caller-budget.ts';
import type { Router } from '../../http/route.ts';
import type { Clock } from '../../steady-clock.ts';
import type { Instrument } from '../catalogue/index.ts';
import { chartKeysRoutes } from './chart-keys/chart-keys.ts';
import { type ChartsStorageDeps, chartsStorageRoutes } from './charts-storage/routes.ts';
import { layoutRoutes } from './layouts/save-layout.ts';
import { shareRoutes } from './shares/share-layout.ts';
import { templateRoutes } from './templates/templates.ts';
import { type UdfDeps, udfRoutes } from './udf/routes.ts';

type WorkspaceDeps = Omit<ChartsStorageDeps, 'budget' | 'clock'> &
  UdfDeps & {
    clock: Clock;
    /** Overrides the production limits in benchmarks. */
    workLimits?: WorkLimits;
  };

/** Allows several charts in several tabs that save every two seconds. */
const SAVING_LIMITS = { atOnce: 4, aMinute: 300 };

/** Registers stored charts and templates, and the protocols by which third-party clients store and read charts. */
export function workspaceRoutes(router: Router<Instrument>, deps: WorkspaceDeps): void {
  const budget = createCallerBudget(deps.clock, deps.workLimits ?? SAVING_LIMITS);
  const saving = { ...deps, budget };
  layoutRoutes(router, saving);
  shareRoutes(router, saving);
  templateRoutes(router, saving);
  chartKeysRoutes(router, deps);
  chartsStorageRoutes(router, saving);
  udfRoutes(router, deps);
}

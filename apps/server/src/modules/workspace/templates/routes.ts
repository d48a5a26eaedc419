import {
  AppError,
  type CurrentUser,
  deleteTemplate,
  getTemplate,
  listTemplates,
  saveTemplate as saveTemplateEndpoint,
} from '@moneytrail/contract';
import type { Db } from '../../../db/index.ts';
import { type CallerBudget, callerName } from '../../../http/caller-budget.ts';
import { signedIn } from '../../../http/check-access.ts';
import type { Router } from '../../../http/route.ts';
import type { Clock } from '../../../steady-clock.ts';
import { saveTemplate } from './save-template.ts';
import { findTemplate, findTemplates, removeTemplate, type TemplateKey } from './store.ts';

type Deps = { db: Db; clock: Clock; budget: CallerBudget };
type OwnCall = { user: CurrentUser | null; ip: string };

/** Other clients name their tools otherwise, and write contents that only they can read. */
const OURS = 'moneytrail/';

function keyOf(call: OwnCall, { of, name }: { of: string; name: string }): TemplateKey {
  return { userId: signedIn(call.user)._id, tool: `${OURS}${of}`, name };
}

/** The calls of our own page about templates; each charges its caller, who waits for his turn. */
export function templateRoutes(router: Router, deps: Deps): void {
  const { db } = deps;
  const inTurn = <T>(call: OwnCall, work: () => Promise<T>) =>
    deps.budget.run(callerName(call), work, { mayWait: true });

  router.route(listTemplates, async (call) => ({
    templates: await inTurn(call, () =>
      findTemplates(db, keyOf(call, { of: call.query.of, name: '' })),
    ),
  }));
  router.route(getTemplate, async (call) => {
    const content = await inTurn(call, () => findTemplate(db, keyOf(call, call.query)));
    if (content === null) throw new AppError('NOT_FOUND', 'The template was not found.');
    return { content };
  });
  router.route(saveTemplateEndpoint, (call) =>
    inTurn(call, () => saveTemplate(deps, keyOf(call, call.body), call.body.content)),
  );
  router.route(deleteTemplate, async (call) => {
    await inTurn(call, () => removeTemplate(db, keyOf(call, call.query)));
  });
}

import {
  type CurrentUser,
  createLayout as createLayoutEndpoint,
  deleteLayout as deleteLayoutEndpoint,
  endLayoutShare,
  getLayout,
  getLayoutVersion,
  getSharedLayout,
  listLayouts,
  listLayoutVersions,
  saveLayout as saveLayoutEndpoint,
  shareLayout as shareLayoutEndpoint,
} from '@moneytrail/contract';
import { type CallerBudget, callerName } from '../../../http/caller-budget.ts';
import { signedIn } from '../../../http/check-access.ts';
import type { Router } from '../../../http/route.ts';
import { endShare, readShared, shareLayout } from '../shares/share-layout.ts';
import {
  createLayout,
  deleteLayout,
  type LayoutDeps,
  layoutMissing,
  saveLayout,
} from './save-layout.ts';
import { findLayout, findLayouts, findVersion, findVersions, type LayoutKey } from './store.ts';

type OwnCall = { user: CurrentUser | null; ip: string };

const idOf = ({ user }: OwnCall): string => signedIn(user)._id;

const keyOf = (call: OwnCall & { params: { id: number } }): LayoutKey => ({
  userId: idOf(call),
  id: call.params.id,
});

/** The calls of our own page about layouts; each charges its caller, who waits for his turn. */
export function layoutRoutes(router: Router, deps: LayoutDeps & { budget: CallerBudget }): void {
  const { db } = deps;
  const inTurn = <T>(call: OwnCall, work: () => Promise<T>) =>
    deps.budget.run(callerName(call), work, { mayWait: true });

  router.route(listLayouts, async (call) => ({
    layouts: await inTurn(call, () => findLayouts(db, idOf(call))),
  }));
  router.route(getLayout, (call) =>
    inTurn(call, async () => (await findLayout(db, keyOf(call))) ?? layoutMissing()),
  );
  router.route(createLayoutEndpoint, (call) => {
    const { key, ...data } = call.body;
    return inTurn(call, () => createLayout(deps, { userId: idOf(call), key, data }));
  });
  router.route(saveLayoutEndpoint, (call) => {
    const { baseRevision, isStep = false, ...data } = call.body;
    return inTurn(call, () => saveLayout(deps, keyOf(call), { baseRevision, isStep, data }));
  });
  router.route(deleteLayoutEndpoint, (call) => inTurn(call, () => deleteLayout(deps, keyOf(call))));
  router.route(listLayoutVersions, async (call) => {
    const versions = await inTurn(call, () => findVersions(db, keyOf(call)));
    return versions.length === 0 ? layoutMissing() : { versions };
  });
  router.route(getLayoutVersion, (call) =>
    inTurn(
      call,
      async () => (await findVersion(db, keyOf(call), call.params.revision)) ?? layoutMissing(),
    ),
  );
  router.route(shareLayoutEndpoint, async (call) => ({
    token: await inTurn(call, () => shareLayout(deps, keyOf(call), call.body.content)),
  }));
  router.route(endLayoutShare, (call) => inTurn(call, () => endShare(deps, keyOf(call))));
  router.route(getSharedLayout, (call) => inTurn(call, () => readShared(deps, call.params.token)));
}

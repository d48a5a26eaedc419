import type { AccessRules } from '../../http/check-access.ts';
import { type AccessInstrument, entitlement, hasPermission } from './entitlement.ts';
import { fullTier } from './full-tier.ts';

/** The rules that the router applies to what endpoints declare. */
export function createAccessRules<Instrument extends AccessInstrument>(deps: {
  catalogue: { resolve: AccessRules<Instrument>['resolve'] };
  clock: { now: () => number };
}): AccessRules<Instrument> {
  const { catalogue, clock } = deps;
  return {
    resolve: catalogue.resolve,
    hasFullAccess: (user) => fullTier(user, clock.now()),
    hasPermission,
    isEntitled: (user, instrument) => entitlement(user, instrument, clock.now()).allowed,
  };
}

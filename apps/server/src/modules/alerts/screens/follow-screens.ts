import { ALERTS_CHANGED, type TickBus } from '../../../bus/index.ts';
import type { ScreenFollower } from '../../screener/index.ts';
import { lockOwner } from '../alert-store.ts';
import { moveToScreen, pauseOnScreen } from './screen-alert-store.ts';

/** Alerts on screens: they pause with the deletion of their screen, and go on when it comes back. */
export function followScreens({
  bus,
  clock,
}: {
  bus: Pick<TickBus, 'publish'>;
  clock: { now: () => number };
}): ScreenFollower {
  const announce = (changed: number) => () => {
    if (changed > 0) bus.publish(ALERTS_CHANGED, { deleted: [] });
  };
  return {
    async deleted(trx, userId, screenId) {
      await lockOwner(trx, userId);
      return announce(await pauseOnScreen(trx, { userId, screenId }));
    },
    async replaced(trx, userId, screens) {
      await lockOwner(trx, userId);
      return announce(await moveToScreen(trx, userId, { ...screens, nowMs: clock.now() }));
    },
  };
}

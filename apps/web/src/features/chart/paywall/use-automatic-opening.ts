import { SECOND_MS } from '@moneytrail/calendar';
import { useEffect, useEffectEvent, useState } from 'react';
import { systemClock } from '../../../lib/clock.ts';
import { isOverlayOpen } from '../../../ui/is-key-of-overlay.ts';
import { waitForQuiet } from './quiet-wait.ts';
import { isSilenced } from './silenced.ts';

/** Counted from when the chart's page was opened. */
const DELAY_MS = 5 * SECOND_MS;
const QUIET_MS = 2 * SECOND_MS;
const ACTIVITIES = ['keydown', 'input', 'pointerdown', 'pointerup', 'pointercancel', 'wheel'];

/** For whom it opened since the page was loaded. */
let openedFor: string | null = null;

/**
 * Opens the paywall once for a restricted person, named by their id, when the page has stood for 5 s and nothing has
 * been typed, dragged or open for 2 s. Null while there is nobody to open it for.
 */
export function useAutomaticOpening(restrictedId: string | null, open: () => void): void {
  const [loadedMs] = useState(systemClock.now);
  const onQuiet = useEffectEvent(() => {
    if (restrictedId === null || isSilenced(restrictedId)) return;
    openedFor = restrictedId;
    open();
  });
  useEffect(() => {
    if (restrictedId === null || openedFor === restrictedId || isSilenced(restrictedId)) return;
    let isPressed = false;
    const wait = waitForQuiet(
      { clock: systemClock, isBusy: () => isPressed || isOverlayOpen() },
      { delayMs: Math.max(0, loadedMs + DELAY_MS - systemClock.now()), quietMs: QUIET_MS },
      onQuiet,
    );
    const onActivity = ({ type }: Event) => {
      if (type.startsWith('pointer')) isPressed = type === 'pointerdown';
      wait.noteActivity();
    };
    for (const type of ACTIVITIES) window.addEventListener(type, onActivity, { capture: true });
    return () => {
      wait.stop();
      for (const type of ACTIVITIES)
        window.removeEventListener(type, onActivity, { capture: true });
    };
  }, [restrictedId, loadedMs]);
}

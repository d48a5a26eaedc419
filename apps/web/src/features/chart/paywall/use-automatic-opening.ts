import { SECOND_MS } from '@moneytrail/calendar';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Clock, systemClock } from '../../../lib/clock.ts';
import { createStoredValue } from '../../../lib/stored-value.ts';
import { isOverlayOpen } from '../../../ui/is-key-of-overlay.ts';

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

export type QuietWait = {
  /** Something was typed, pressed or dragged. */
  noteActivity: () => void;
  stop: () => void;
};

/** What ends without an event, as a dialog that closes by itself, is looked for this often. */
const LOOK_EVERY_MS = 250;

/** Calls back once: after `delayMs`, and then as soon as nothing has happened or been open for `quietMs`. */
export function waitForQuiet(
  { clock, isBusy }: { clock: Clock; isBusy: () => boolean },
  { delayMs, quietMs }: { delayMs: number; quietMs: number },
  onQuiet: () => void,
): QuietWait {
  let activeMs = Number.NEGATIVE_INFINITY;
  const noteActivity = () => {
    activeMs = clock.now();
  };
  const look = () => {
    if (isBusy()) noteActivity();
    const leftMs = activeMs + quietMs - clock.now();
    if (leftMs <= 0) return onQuiet();
    cancel = clock.after(Math.min(leftMs, LOOK_EVERY_MS), look);
  };
  let cancel = clock.after(delayMs, look);
  return { noteActivity, stop: () => cancel() };
}

/** Whose paywall does not open by itself any more on this device. */
type Silenced = { userId: string; value: true } | null;

function readSilenced(stored: unknown): Silenced {
  const isRecord = typeof stored === 'object' && stored !== null && 'userId' in stored;
  if (!isRecord || !('value' in stored) || stored.value !== true) return null;
  return typeof stored.userId === 'string' ? { userId: stored.userId, value: true } : null;
}

const store = createStoredValue('doNotShowUpgradeModal', readSilenced);

/** Whether somebody closed the paywall before; another person on the same device did not. */
function isSilenced(userId: string): boolean {
  return store.get()?.userId === userId;
}

/** Somebody closed the paywall: it does not open by itself for them again. */
export function silence(userId: string): void {
  store.set({ userId, value: true });
}

import { MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Clock, systemClock } from '../../../lib/clock.ts';
import { createStoredValue } from '../../../lib/stored-value.ts';
import { isOverlayOpen } from '../../../ui/is-key-of-overlay.ts';
import { usePreferences } from '../preferences/preferences.ts';

/** The delay from the opening of the chart's page. */
const DELAY_MS = 5 * SECOND_MS;
/** The same where the page was opened with the tour. */
const FIRST_DELAY_MS = MINUTE_MS;
const QUIET_MS = 2 * SECOND_MS;
const ACTIVITIES = ['keydown', 'input', 'pointerdown', 'pointerup', 'pointercancel', 'wheel'];

/** The last user it opened for since the page load. */
let openedFor: string | null = null;

/**
 * Opens the paywall once for a restricted user, 5 s after the page was opened and once nothing has been typed, dragged
 * or open for 2 s. On a first visit it waits for the end of the tour, and at least a minute. `userId` is null for
 * everybody else.
 */
export function useAutomaticOpening(userId: string | null, open: () => void): void {
  const { isTourDone } = usePreferences();
  const restrictedId = isTourDone ? userId : null;
  const [{ loadedMs, delayMs }] = useState(() => ({
    loadedMs: systemClock.now(),
    delayMs: isTourDone ? DELAY_MS : FIRST_DELAY_MS,
  }));
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
      { delayMs: Math.max(0, loadedMs + delayMs - systemClock.now()), quietMs: QUIET_MS },
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
  }, [restrictedId, loadedMs, delayMs]);
}

/** Polling interval for what ends without an event, such as a dialog that closes by itself. */
const LOOK_EVERY_MS = 250;

/** Calls back once: after `delayMs`, as soon as there has been no activity and nothing open for `quietMs`. */
export function waitForQuiet(
  { clock, isBusy }: { clock: Clock; isBusy: () => boolean },
  { delayMs, quietMs }: { delayMs: number; quietMs: number },
  onQuiet: () => void,
): { noteActivity: () => void; stop: () => void } {
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

/** The user for whom the paywall no longer opens by itself on this device. */
type Silenced = { userId: string; value: true } | null;

function readSilenced(stored: unknown): Silenced {
  const isRecord = typeof stored === 'object' && stored !== null && 'userId' in stored;
  if (!isRecord || !('value' in stored) || stored.value !== true) return null;
  return typeof stored.userId === 'string' ? { userId: stored.userId, value: true } : null;
}

const store = createStoredValue('doNotShowUpgradeModal', readSilenced);

function isSilenced(userId: string): boolean {
  return store.get()?.userId === userId;
}

/** The paywall will not open by itself for this user again. */
export function silence(userId: string): void {
  store.set({ userId, value: true });
}

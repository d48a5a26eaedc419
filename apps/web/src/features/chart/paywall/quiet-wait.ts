import type { Clock } from '../../../lib/clock.ts';

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

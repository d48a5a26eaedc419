import { useWindowEvent } from '@mantine/hooks';
import { isKeyOfOverlay } from '../../../ui/is-key-of-overlay.ts';
import type { Replay } from './replay.ts';

/** Keys pressed in these belong to them. */
const FIELDS = 'input, textarea, select, [contenteditable]';
const PRESSED = 'button, a[href], summary';

/** The command of a key while a chart is replayed; null for all others. */
function replayCommand(replay: Replay, { key, shiftKey }: KeyboardEvent): (() => void) | null {
  if (key === ' ') return replay.state.get().isPlaying ? replay.pause : replay.play;
  if (!shiftKey) return null;
  if (key === 'ArrowRight') return () => void replay.step();
  return key === 'ArrowLeft' ? () => void replay.stepBack() : null;
}

/** Space plays and pauses, Shift with an arrow steps, instead of what these keys do on a live chart. */
export function useReplayKeys(replay: Replay): void {
  useWindowEvent(
    'keydown',
    (event) => {
      const { target, key, altKey, ctrlKey, metaKey } = event;
      if (event.defaultPrevented || event.isComposing || altKey || ctrlKey || metaKey) return;
      if (!(target instanceof Element) || isKeyOfOverlay(event)) return;
      if (target.closest(FIELDS) || (key === ' ' && target.closest(PRESSED))) return;
      const run = replayCommand(replay, event);
      if (!run) return;
      event.preventDefault();
      run();
    },
    // Before the keys of the chart.
    { capture: true },
  );
}

let isPressed = false;

/**
 * Runs at once, or after the current pointer press: a message that appears mid-press would move the pressed link away
 * from the pointer, and the click would be lost.
 */
export function afterPress(run: () => void): void {
  if (!isPressed) {
    run();
    return;
  }
  const onEnd = () => {
    window.removeEventListener('pointerup', onEnd);
    window.removeEventListener('pointercancel', onEnd);
    // The click event follows pointerup.
    setTimeout(run, 0);
  };
  window.addEventListener('pointerup', onEnd);
  window.addEventListener('pointercancel', onEnd);
}

function watchPresses(): void {
  const set = (value: boolean) => () => {
    isPressed = value;
  };
  window.addEventListener('pointerdown', set(true), true);
  window.addEventListener('pointerup', set(false), true);
  window.addEventListener('pointercancel', set(false), true);
}

if (typeof window !== 'undefined') watchPresses();

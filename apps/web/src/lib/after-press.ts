let isPressed = false;

/**
 * Runs at once, or after the press of the pointer that is under way: a message that appears while a link is pressed
 * would push it away from under the pointer, and the press would be lost.
 */
export function afterPress(run: () => void): void {
  if (!isPressed) {
    run();
    return;
  }
  const onEnd = () => {
    window.removeEventListener('pointerup', onEnd);
    window.removeEventListener('pointercancel', onEnd);
    // The click follows the end of the press.
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

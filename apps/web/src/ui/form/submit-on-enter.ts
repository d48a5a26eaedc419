import type { KeyboardEvent } from 'react';

/** `Enter` in a select or a switch submits its form, as it does in a field of text. Buttons and tabs keep their own. */
export function submitOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, target, currentTarget } = event;
  const isChoice =
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && target.type === 'checkbox');
  if (key !== 'Enter' || !isChoice) return;
  event.preventDefault();
  currentTarget.requestSubmit();
}

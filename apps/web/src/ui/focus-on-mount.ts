/** A `ref` that focuses a field when it appears: the first field of a step. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}

/** A `ref` for the replacement of a pressed button: takes the focus if it was lost with the button. */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}

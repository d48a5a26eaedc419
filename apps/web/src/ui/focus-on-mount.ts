/** A `ref` that gives the focus to a field as soon as it appears: for the field a step begins with. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}

/** A `ref` for what takes the place of the button that was pressed: it has the focus where that went with the button. */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}

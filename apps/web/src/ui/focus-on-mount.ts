/** A `ref` that gives the focus to a field as soon as it appears: for the field a step begins with. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}

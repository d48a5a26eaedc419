/** The chart that an overlay belongs to. */
export function chartBeside(element: Element | null): HTMLElement | null {
  return element?.parentElement?.querySelector<HTMLElement>('[role="application"]') ?? null;
}

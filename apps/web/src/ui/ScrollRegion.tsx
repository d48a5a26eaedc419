import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'section'>, 'aria-label' | 'tabIndex'> & { label: string };

/** A named, focusable region, so that arrow keys scroll it in every browser. */
export function ScrollRegion({ label, ...section }: Props) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: content that scrolls must be reached by the keyboard.
  return <section {...section} aria-label={label} tabIndex={0} />;
}

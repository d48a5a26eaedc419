import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';

type Props = ButtonProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> & {
    /** What the button began is under way. */
    isBusy: boolean;
  };

/**
 * A button that begins something which takes its time. Meanwhile it cannot be pressed again, and keeps the focus: an
 * element that is disabled loses it, and whoever works with the keyboard their place.
 */
export function ActionButton({ isBusy, disabled = false, onClick, ...rest }: Props) {
  return (
    <Button
      {...rest}
      loading={isBusy}
      aria-busy={isBusy}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
      renderRoot={(root) => <button {...root} disabled={disabled} />}
    />
  );
}

import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';

type Props = ButtonProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> & {
    /** Its action is pending. */
    isBusy: boolean;
  };

/**
 * A button with an asynchronous action. While pending it ignores presses but keeps the focus, which a disabled
 * element would lose.
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

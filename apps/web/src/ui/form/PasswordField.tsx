import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';

type Props = Omit<PasswordInputProps, 'visible' | 'onVisibilityChange'> & { label: string };

/** The visibility toggle is reachable by keyboard. */
export function PasswordField(props: Props) {
  const [isVisible, setVisible] = useState(false);
  return (
    <PasswordInput
      {...props}
      visible={isVisible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': `${isVisible ? 'Hide' : 'Show'} ${props.label.toLowerCase()}`,
        tabIndex: 0,
      }}
    />
  );
}

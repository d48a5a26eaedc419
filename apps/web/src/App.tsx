import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTheme } from './stores/theme.ts';
import { styleNonce } from './ui/theme/content-policy.ts';
import { cssVariablesResolver, mantineTheme } from './ui/theme/mantine-theme.ts';

type Props = { children: ReactNode };

/** The look of everything: theme, palette, style nonce. */
export function App({ children }: Props) {
  return (
    <MantineProvider
      theme={mantineTheme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={useTheme()}
      getStyleNonce={styleNonce}
    >
      {children}
    </MantineProvider>
  );
}

import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTheme } from './stores/theme.ts';
import { closeToast, useToasts } from './stores/toasts.ts';
import { Toaster } from './ui/Toaster.tsx';
import { styleNonce } from './ui/theme/content-policy.ts';
import { cssVariablesResolver, mantineTheme } from './ui/theme/mantine-theme.ts';

type Props = { children: ReactNode };

export function App({ children }: Props) {
  return (
    <MantineProvider
      theme={mantineTheme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={useTheme()}
      getStyleNonce={styleNonce}
    >
      {children}
      <Toaster queue={useToasts()} onClose={closeToast} />
    </MantineProvider>
  );
}

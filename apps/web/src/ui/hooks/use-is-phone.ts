import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is narrower than 48 em, where the phone's layout begins. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
}

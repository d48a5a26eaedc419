import { useMediaQuery } from '@mantine/hooks';
import { LOW } from '../breakpoints.ts';

export function useIsLow(): boolean {
  return useMediaQuery(LOW, undefined, { getInitialValueInEffect: false });
}

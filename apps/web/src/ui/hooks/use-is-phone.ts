import { useMediaQuery } from '@mantine/hooks';
import { PHONE } from '../breakpoints.ts';

export function useIsPhone(): boolean {
  return useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
}

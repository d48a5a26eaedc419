import { useMediaQuery } from '@mantine/hooks';

/** Touch input: targets are larger. */
export function useIsCoarse(): boolean {
  return useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false });
}

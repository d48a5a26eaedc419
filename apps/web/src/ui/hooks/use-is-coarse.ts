import { useMediaQuery } from '@mantine/hooks';

/** Whether fingers are what points: targets are larger then. */
export function useIsCoarse(): boolean {
  return useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false });
}

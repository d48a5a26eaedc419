import { useMediaQuery } from '@mantine/hooks';

/**
 * Whether the window is lower than 30 em, as a phone in landscape or a desktop at 200 %. A narrow one never is: there a
 * keyboard on the screen would change the layout.
 */
export function useIsLow(): boolean {
  const query = '(min-width: 30em) and (max-height: 29.99em)';
  return useMediaQuery(query, undefined, { getInitialValueInEffect: false });
}

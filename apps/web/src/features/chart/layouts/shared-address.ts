import { paths } from '../../../paths.ts';

/** The address at which a shared chart is looked at. */
export function sharedAddress(token: string): string {
  const address = new URL(paths.liveChart, window.location.href);
  address.searchParams.set('shared', token);
  return address.href;
}

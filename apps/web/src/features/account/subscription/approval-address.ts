const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The page where a payment is approved. Throws unless it uses https; demo mode may also use plain http on the local
 * machine, if the page itself is served from there.
 */
export function approvalAddress(approve: string, page: string): string {
  const url = URL.canParse(approve) ? new URL(approve) : null;
  const isOwnMachine = (host: string) => LOOPBACK.has(host);
  const isDemo =
    url?.protocol === 'http:' && isOwnMachine(url.hostname) && isOwnMachine(new URL(page).hostname);
  if (url === null || (url.protocol !== 'https:' && !isDemo)) {
    throw new Error('The address of the payment page is not safe. You have not been charged.');
  }
  return url.href;
}

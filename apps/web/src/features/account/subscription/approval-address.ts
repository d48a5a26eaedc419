const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The page on which a payment is approved. Throws where a browser must not be sent: only https counts, and in demo mode
 * the own machine, where the page itself stands there too.
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

import { type KeyObject, X509Certificate } from 'node:crypto';

/** A key that notices are signed with; `unknown`: not one of PayPal's; `unreachable`: nobody told. */
type CertificateAnswer = KeyObject | 'unknown' | 'unreachable';

/** Certificates by their address, kept once they were read. */
export type PayPalCertificates = {
  keyAt: (url: string, signal: AbortSignal) => Promise<CertificateAnswer>;
};

/** Short, so that the server call can still be asked in its place. */
const TIMEOUT_MS = 1_000;
const REMEMBERED = 10;
const PATH = /^\/v1\/notifications\/certs\/[\w-]{1,80}$/;

async function fetchCertificate(
  url: string,
  signal: AbortSignal,
): Promise<X509Certificate | 'unknown' | 'unreachable'> {
  try {
    const timed = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await fetch(url, { redirect: 'error', signal: timed });
    if (response.status === 404) return 'unknown';
    return response.ok ? new X509Certificate(await response.text()) : 'unreachable';
  } catch {
    return 'unreachable'; // Also a proxy's page: the server call is asked in its place.
  }
}

/** Reads certificates from the given origins and from nowhere else. */
export function createPayPalCertificates(
  { origins }: { origins: readonly string[] },
  { now }: { now: () => number },
): PayPalCertificates {
  const known = new Map<string, X509Certificate>();
  return {
    keyAt: async (url, signal) => {
      if (!URL.canParse(url)) return 'unknown';
      const { origin, pathname, search, username, href } = new URL(url);
      const isPinned = origins.includes(origin) && PATH.test(pathname);
      if (!isPinned || search !== '' || username !== '') return 'unknown';
      const certificate = known.get(href) ?? (await fetchCertificate(href, signal));
      if (typeof certificate === 'string') return certificate;
      if (known.size >= REMEMBERED) known.clear();
      known.set(href, certificate);
      const { publicKey, validFrom, validTo } = certificate;
      const isValid = Date.parse(validFrom) <= now() && now() <= Date.parse(validTo);
      return isValid && publicKey.asymmetricKeyType === 'rsa' ? publicKey : 'unknown';
    },
  };
}

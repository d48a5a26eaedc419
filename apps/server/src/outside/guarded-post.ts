import { lookup } from 'node:dns/promises';
import { Agent as HttpAgent, request as httpRequest, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { SECOND_MS } from '@moneytrail/calendar';
import { storable } from '@moneytrail/contract';
import ipaddr from 'ipaddr.js';

/** The answer of a receiver: its status, the time it took, and the first 200 characters of its body. */
export type Posted = { status: number; ms: number; beginning: string };

/** A request to an address that an account has chosen. */
export type GuardedRequest = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
  signal: AbortSignal;
};

/**
 * Sends a POST to an address that an account has chosen. Rejects with `AddressRefused` if the address may not be reached,
 * and with another error if nothing answers in time. A redirect is an answer like any other and is not followed.
 */
export type GuardedPost = (request: GuardedRequest) => Promise<Posted>;

/** The address leads, or may lead, to a private network, or is not https. The message is for the account. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

type Options = {
  /** Also lets plain http to loopback pass, for demo mode. */
  mayReachLoopback: boolean;
  /** The addresses of a host name; the system's resolver by default. */
  resolve?: (host: string) => Promise<readonly string[]>;
  clock: { monotonicMs: () => number };
};

const TIMEOUT_MS = 5 * SECOND_MS;
const MOST_BYTES = 65_536;
const LONGEST_BEGINNING = 200;
/** Ports below serve protocols other than HTTP. */
const LEAST_FREE_PORT = 1_024;
const HTTPS_PORT = 443;

const resolveBySystem = async (host: string) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** The only part of IPv6 that is assigned to the public network. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * The range of an address, in which a private IPv4 address stays private however it is written: `unicast` is public.
 * Addresses that carry an IPv4 address within IPv6, as for NAT64 or in `::127.0.0.1`, are not public.
 */
function rangeOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'invalid';
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  const isOutside = parsed instanceof ipaddr.IPv6 && !parsed.match(PUBLIC_IPV6);
  return range === 'unicast' && isOutside ? 'reserved' : range;
}

/** The host of a URL without the brackets of IPv6. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1');

/** The problem of an address before it is resolved, in words; null if there is none. */
function addressProblem(url: URL, mayReachLoopback: boolean): string | null {
  const isPlain = url.protocol === 'http:';
  if (url.protocol !== 'https:' && !(isPlain && mayReachLoopback)) {
    return 'The address must begin with https://.';
  }
  if (url.username !== '' || url.password !== '') {
    return 'The address must not contain a user or a password.';
  }
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  if (!isPlain && port !== HTTPS_PORT && port < LEAST_FREE_PORT) {
    return `Port ${port} is not allowed: use 443, or 1024 and above.`;
  }
  return null;
}

/** Parses the address of a receiver, without resolving it. Throws `AddressRefused` with the reason in words. */
export function parseReceiver(address: string, mayReachLoopback: boolean): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url) throw new AddressRefused('The address is not a URL.');
  const problem = addressProblem(url, mayReachLoopback);
  if (problem) throw new AddressRefused(problem);
  const host = hostOf(url);
  if (ipaddr.isValid(host)) checkRange(host, url, mayReachLoopback);
  return url;
}

function checkRange(address: string, url: URL, mayReachLoopback: boolean): void {
  const range = rangeOf(address);
  const isLoopback = range === 'loopback';
  if (isLoopback && mayReachLoopback) return;
  // Plain http is for loopback alone.
  if (range === 'unicast' && url.protocol === 'https:') return;
  throw new AddressRefused(`${url.hostname} is not a public address.`);
}

/**
 * Makes the sender. Each connection resolves its host once, checks every address of the answer, and connects to one of those
 * that were checked: a name server that answers differently the next time changes nothing.
 */
export function createGuardedPost({
  mayReachLoopback,
  resolve = resolveBySystem,
  clock,
}: Options): GuardedPost {
  const checkedLookup =
    (url: URL): LookupFunction =>
    (host, options, callback) => {
      resolve(host).then(
        (addresses) => {
          try {
            for (const address of addresses) checkRange(address, url, mayReachLoopback);
            const found = addresses.map((address) => ({
              address,
              family: ipaddr.parse(address).kind() === 'ipv6' ? 6 : 4,
            }));
            const [first] = found;
            if (!first) throw new Error(`${host} has no address`);
            if (options.all) callback(null, found);
            else callback(null, first.address, first.family);
          } catch (error) {
            callback(error as Error, '', 0);
          }
        },
        (error: unknown) => callback(error as Error, '', 0),
      );
    };

  return async ({ url: address, headers, body, signal }) => {
    const url = parseReceiver(address, mayReachLoopback);
    const isPlain = url.protocol === 'http:';
    const startedMs = clock.monotonicMs();
    const answer = await send(url, body, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: checkedLookup(url),
      // One connection a request, so that none outlives the check of its address.
      agent: isPlain ? new HttpAgent({ keepAlive: false }) : new HttpsAgent({ keepAlive: false }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    return { ...answer, ms: Math.round(clock.monotonicMs() - startedMs) };
  };
}

/** Resolves once the answer has ended, or has reached 64 KB; the rest is not read. */
function send(
  url: URL,
  body: string | Buffer,
  options: RequestOptions,
): Promise<Omit<Posted, 'ms'>> {
  const request = url.protocol === 'http:' ? httpRequest : httpsRequest;
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const end = () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const beginning = storable(text.slice(0, LONGEST_BEGINNING));
        resolve({ status: response.statusCode ?? 0, beginning });
      };
      response.on('data', (chunk: Buffer) => {
        if (bytes < LONGEST_BEGINNING * 4) chunks.push(chunk);
        bytes += chunk.length;
        if (bytes < MOST_BYTES) return;
        end();
        sent.destroy();
      });
      response.on('end', end);
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

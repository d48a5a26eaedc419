import { isIPv6 } from 'node:net';

/** The first groups of an IPv6 address, without leading zeros; null for any other address. */
function groupsOf(address: string, count: number): string | null {
  if (!isIPv6(address)) return null;
  const [head = '', tail = ''] = address.toLowerCase().split('::', 2);
  const parts = (side: string) => (side === '' ? [] : side.split(':'));
  const [left, right] = [parts(head), parts(tail)];
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = address.includes('::') ? [...left, ...zeros, ...right] : left;
  return groups
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

const unmapped = (address: string) =>
  /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;

/** The network of an address: its /24, or for IPv6 the /48 usually assigned to one customer. */
export function networkOf(address: string): string {
  const plain = unmapped(address);
  const groups = groupsOf(plain, 3);
  return groups === null ? `${plain.split('.').slice(0, 3).join('.')}.0/24` : `${groups}::/48`;
}

/** One subscriber: an IPv4 address, or for IPv6 the /64 in which a machine may use any address. */
export function subscriberOf(address: string): string {
  const plain = unmapped(address);
  const groups = groupsOf(plain, 4);
  return groups === null ? plain : `${groups}::/64`;
}

import { BlockList, isIP, isIPv6 } from 'node:net';

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

/** True if two texts name one address: IPv6 has several spellings, and an IPv4 address is also written as one. */
export function isSameAddress(one: string, other: string): boolean {
  const [kind, otherKind] = [isIP(one), isIP(other)];
  if (kind === 0 || otherKind === 0) return false;
  const list = new BlockList();
  list.addAddress(one, kind === 6 ? 'ipv6' : 'ipv4');
  return list.check(other, otherKind === 6 ? 'ipv6' : 'ipv4');
}

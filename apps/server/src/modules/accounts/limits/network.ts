import { isIPv6 } from 'node:net';

/** The neighbourhood of an address: its /24, or for IPv6 its /48, which is what one customer is given. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (isIPv6(mapped)) {
    const [head = ''] = mapped.split('::', 1);
    const groups = head === '' ? [] : head.split(':').slice(0, 3);
    return `${[...groups, '0', '0', '0'].slice(0, 3).join(':').toLowerCase()}::/48`;
  }
  return `${mapped.split('.').slice(0, 3).join('.')}.0/24`;
}

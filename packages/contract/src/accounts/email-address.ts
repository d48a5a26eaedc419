import { isVisible } from '../storable-text.ts';

const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;
const MAX_LABEL_LENGTH = 63;

/** Letters of any alphabet and the characters RFC 5322 allows in an atom; no quotes, comments or brackets. */
const ATOM = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u;

function isDomain(domain: string): boolean {
  const labels = domain.split('.');
  const fits = (label: string) =>
    label.length <= MAX_LABEL_LENGTH && LABEL.test(label) && !label.startsWith('xn--');
  return labels.length >= 2 && labels.every(fits) && !/^\d+$/.test(labels.at(-1) ?? '');
}

/**
 * True if a text is one bare address in canonical form. Domain names are written in their own letters, so that each has
 * one spelling: `xn--` is refused. The check runs in linear time.
 */
export function isEmail(address: string): boolean {
  if (address.length > MAX_LENGTH || !isVisible(address)) return false;
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(0, at));
  if (local.length === 0 || local.length > MAX_LOCAL_LENGTH) return false;
  return local.split('.').every((atom) => ATOM.test(atom)) && isDomain(address.slice(at + 1));
}

/** Full-width letters become normal ones. Some, such as those of ™, are capitals only after that step. */
function canonicalDomain(domain: string): string {
  return domain.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/** The canonical form of an address: trimmed, lower case, NFC; the domain is also NFKC. */
export function canonicalEmail(typed: string): string {
  const address = typed.trim().normalize('NFC').toLowerCase().normalize('NFC');
  const at = address.lastIndexOf('@');
  if (at < 0) return address;
  return address.slice(0, at + 1) + canonicalDomain(address.slice(at + 1));
}

import { BRAND } from '@moneytrail/contract/brand';

export const VERSION = '1.0.3';
const COPYRIGHT_SINCE = 2020;

/** `© 2020–2026 Moneytrail` */
export function copyrightLine(nowMs: number): string {
  return `© ${COPYRIGHT_SINCE}–${new Date(nowMs).getFullYear()} ${BRAND.name}`;
}

/** The document title of a page. */
export function brandedTitle(title: string): string {
  return `${title} · ${BRAND.name}`;
}

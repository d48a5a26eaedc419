/** Name, line and addresses of the product, in one place. */
export const BRAND = {
  name: 'Moneytrail',
  wordmark: 'MONEY • TRAIL',
  tagline: 'WE FOLLOW THE MONEY',
  version: '1.0.3',
  copyrightSince: 2020,
} as const;

/** `© 2020–2026 Moneytrail` */
export function copyrightLine(nowMs: number): string {
  return `© ${BRAND.copyrightSince}–${new Date(nowMs).getFullYear()} ${BRAND.name}`;
}

import { BRAND } from '@moneytrail/contract/brand';

/** The address that people write to. */
export function MailLink() {
  return <a href={`mailto:${BRAND.contactAddress}`}>{BRAND.contactAddress}</a>;
}

import { BRAND } from '@moneytrail/contract/brand';

export function MailLink() {
  return <a href={`mailto:${BRAND.contactAddress}`}>{BRAND.contactAddress}</a>;
}

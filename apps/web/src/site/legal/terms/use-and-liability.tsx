import { BRAND } from '@moneytrail/contract/brand';
import type { LegalSection } from '../legal-document.ts';
import { MailLink } from '../MailLink.tsx';

/** What may not be done, who answers for what, and which law decides. */
export const USE_AND_LIABILITY: readonly LegalSection[] = [
  {
    id: 'acceptable-use',
    title: 'Acceptable use',
    body: (
      <>
        <p>You may not:</p>
        <ul>
          <li>sell, rent or republish the service, or share one account among several people;</li>
          <li>collect data or content by program, beyond the exports that the service offers;</li>
          <li>get around locks, limits or security, or try to;</li>
          <li>disturb the service or the access of others;</li>
          <li>use it for anything unlawful, market manipulation included.</li>
        </ul>
        <p>
          The name {BRAND.name}, its texts, its software and its indicators belong to us. You get
          the right to use them within the service, and no other right. We may revoke access where
          these terms are broken, and say why on request.
        </p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <>
        <p>
          We provide the service as it is and as it is available, and do not promise that it is
          without error or interruption.
        </p>
        <p>
          As far as the law allows, we are not liable for trading losses, lost profit, lost data or
          indirect damage that comes from the use of the service or from its failure.{' '}
          <strong>
            Our total liability is capped at the fees that you paid to us in the last six months
            before the event.
          </strong>
        </p>
        <p>
          Nothing in these terms excludes liability that the law does not let us exclude, such as
          that for intent or gross negligence, or takes away a right that the law gives to
          consumers.
        </p>
      </>
    ),
  },
  {
    id: 'law-and-changes',
    title: 'Law, courts and changes',
    body: (
      <>
        <p>
          These terms are governed by South African law. Disputes are decided by the High Court in
          Pretoria. Before you go to court, write to <MailLink />: most matters can be settled that
          way.
        </p>
        <p>
          When we change these terms, their date at the top changes with them, and the new text
          stands on this page before it takes effect. If you do not accept a change, you may cancel
          before then. If one clause is invalid, the others remain.
        </p>
        <p>
          How we treat personal information is described in the{' '}
          <a href="/privacy-policy">Privacy Policy</a>.
        </p>
      </>
    ),
  },
];

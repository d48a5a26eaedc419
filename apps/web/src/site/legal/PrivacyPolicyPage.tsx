import { LegalDocument } from './LegalDocument.tsx';
import type { LegalText } from './legal-document.ts';
import { HOW_WE_USE_IT } from './privacy/how-we-use-it.tsx';
import { KEEPING_AND_RIGHTS } from './privacy/keeping-and-rights.tsx';
import { WHAT_WE_HOLD } from './privacy/what-we-hold.tsx';

/** Registrations accept the version of this date. */
export const PRIVACY_POLICY: LegalText = {
  title: 'Privacy Policy',
  updated: '2025-09-19',
  introduction: (
    <p>
      This policy says which personal information we hold, why, for how long, and what you may ask
      of us. It names what the product stores, item by item.
    </p>
  ),
  sections: [...WHAT_WE_HOLD, ...HOW_WE_USE_IT, ...KEEPING_AND_RIGHTS],
};

export default function PrivacyPolicyPage() {
  return <LegalDocument text={PRIVACY_POLICY} />;
}

import { LegalDocument } from './LegalDocument.tsx';
import { PRIVACY_POLICY } from './privacy/privacy-policy.tsx';

export default function PrivacyPolicyPage() {
  return <LegalDocument text={PRIVACY_POLICY} />;
}

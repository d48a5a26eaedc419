import { LegalDocument } from './LegalDocument.tsx';
import { TERMS_OF_SERVICE } from './terms/terms-of-service.tsx';

export default function TermsOfServicePage() {
  return <LegalDocument text={TERMS_OF_SERVICE} />;
}

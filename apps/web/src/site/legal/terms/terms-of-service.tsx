import type { LegalText } from '../legal-document.ts';
import { PAYING_AND_SHARING } from './paying-and-sharing.tsx';
import { THE_SERVICE } from './the-service.tsx';
import { USE_AND_LIABILITY } from './use-and-liability.tsx';

/** Registrations accept the version of this date. */
export const TERMS_OF_SERVICE: LegalText = {
  title: 'Terms of Service',
  updated: '2025-09-17',
  introduction: (
    <p>
      In short: charts and signals are information and no advice; plans are billed in advance and
      renew until you cancel; fees are not refunded unless the law says so. The sections below are
      what counts.
    </p>
  ),
  sections: [...THE_SERVICE, ...PAYING_AND_SHARING, ...USE_AND_LIABILITY],
};

import { BRAND } from '@moneytrail/contract/brand';
import { paths } from '../paths.ts';
import { QUESTIONS } from './home/faq.ts';

/** A schema.org object for search engines; null if the title suffices. */
export function structuredDataOf(path: string): Record<string, unknown> | null {
  if (path !== paths.home) return null;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'WebApplication',
        name: BRAND.name,
        slogan: BRAND.tagline,
        applicationCategory: 'FinanceApplication',
        operatingSystem: 'Any',
        browserRequirements: 'JavaScript for the charts',
      },
      {
        '@type': 'FAQPage',
        mainEntity: QUESTIONS.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    ],
  };
}

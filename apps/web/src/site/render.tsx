import { BRAND } from '@moneytrail/contract/brand';
import { renderToString } from 'react-dom/server';
import { paths } from '../paths.ts';
import { QUESTIONS } from './home/faq.ts';
import { PublicLayout } from './layout/PublicLayout.tsx';
import { loadPage, pageAt, SITE_PAGES, type SitePage } from './pages.ts';

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

export { SITE_PAGES } from './pages.ts';

/** Parts that begin with `$` are parameters. */
export const APP_PATHS: readonly string[] = Object.values(paths).filter(
  (path) => !path.includes('#') && SITE_PAGES.every((page) => page.path !== path),
);

/** The page's module as the bundler's manifest names it. */
export function sourceOf({ module }: SitePage): string {
  return `src/site/${module.slice(2)}`;
}

/** The HTML of a page, for `#root`. */
export async function renderPage(path: string): Promise<string> {
  const Page = await loadPage(pageAt(path));
  return renderToString(
    <PublicLayout path={path}>
      <Page path={path} />
    </PublicLayout>,
  );
}

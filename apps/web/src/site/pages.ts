import { BRAND } from '@moneytrail/contract/brand';
import type { ComponentType } from 'react';
import { brandedTitle } from '../lib/brand.ts';
import { paths } from '../paths.ts';

export type PageProps = {
  /** One component may render several pages. */
  path: string;
};

type PageModule = { default: ComponentType<PageProps> };

/** A public page, rendered to a document at build time. */
export type SitePage = {
  path: string;
  title: string;
  /** One sentence for search engines and link previews. */
  description: string;
  /** Default-exports the component. */
  module: string;
  /** Served in place of other pages; not in the site map. */
  isUnlisted?: boolean;
};

const MODULES = import.meta.glob<PageModule>('./*/*Page.tsx');

/** The public pages, in the order in which a site map names them. */
export const SITE_PAGES: readonly SitePage[] = [
  {
    path: paths.home,
    title: `${BRAND.name}: ${BRAND.tagline}`,
    description:
      'Live charts for stocks, indices, commodities, crypto, forex and Safex agriculturals, with support and resistance, tightness, positioning and buy and sell marks.',
    module: './home/HomePage.tsx',
  },
  {
    path: paths.education,
    title: brandedTitle('How to read the charts'),
    description:
      'Eight tips for a first look at the charts, with a live preview, and guides to each indicator.',
    module: './education/SummaryPage.tsx',
  },
  {
    path: '/educational/support-resistance',
    title: brandedTitle('Support & Resistance'),
    description:
      'The four levels of the chart: what they measure, how they are computed, and when they mislead.',
    module: './education/SupportResistancePage.tsx',
  },
  {
    path: '/educational/tightness',
    title: brandedTitle('Tightness'),
    description: 'How wide the range between support and resistance is, in percent of its price.',
    module: './education/TightnessPage.tsx',
  },
  {
    path: '/educational/long-short',
    title: brandedTitle('Long/Short'),
    description: 'Where bars close within their ranges, from −100 % to +100 %, with examples.',
    module: './education/LongShortPage.tsx',
  },
  {
    path: '/educational/deployment',
    title: brandedTitle('Deployment'),
    description:
      'Deployment, its zones, the conditions of buy and sell marks, and the liquidity spread.',
    module: './education/DeploymentPage.tsx',
  },
  {
    path: '/educational/trade-and-risk',
    title: brandedTitle('Trade and Risk Managment'),
    description:
      'The 1 to 2 % rule, what losing streaks leave, and a calculator for the size of a position.',
    module: './education/TradeAndRiskPage.tsx',
  },
  {
    path: paths.privacyPolicy,
    title: brandedTitle('Privacy Policy'),
    description: 'Which personal information is held, why, for how long, and your rights.',
    module: './legal/PrivacyPolicyPage.tsx',
  },
  {
    path: paths.termsOfService,
    title: brandedTitle('Terms of Service'),
    description: 'The terms of use: no financial advice, billing, cancellation, liability and law.',
    module: './legal/TermsOfServicePage.tsx',
  },
  {
    path: '/404',
    title: `Page not found · ${BRAND.name}`,
    description: 'There is nothing at this address.',
    module: './not-found/NotFoundPage.tsx',
    isUnlisted: true,
  },
  {
    path: '/offline',
    title: `Offline · ${BRAND.name}`,
    description: 'There is no connection to the server.',
    module: './offline/OfflinePage.tsx',
    isUnlisted: true,
  },
];

export function pageAt(path: string): SitePage {
  const page = SITE_PAGES.find((each) => each.path === path);
  if (!page) throw new Error(`No public page stands at ${path}`);
  return page;
}

export async function loadPage({ module }: SitePage): Promise<ComponentType<PageProps>> {
  const load = MODULES[module];
  if (!load) throw new Error(`No module ${module}`);
  return (await load()).default;
}

import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, test } from 'vitest';
import { TOPICS, type TopicId } from '../../lib/topics.ts';
import { Plans } from '../home/Plans.tsx';
import { PRIVACY_POLICY } from '../legal/PrivacyPolicyPage.tsx';
import { TERMS_OF_SERVICE } from '../legal/TermsOfServicePage.tsx';
import DeploymentPage from './DeploymentPage.tsx';
import LongShortPage from './LongShortPage.tsx';
import SummaryPage from './SummaryPage.tsx';
import SupportResistancePage from './SupportResistancePage.tsx';
import TightnessPage from './TightnessPage.tsx';
import TradeAndRiskPage from './TradeAndRiskPage.tsx';

const PAGES: Record<TopicId, ComponentType> = {
  summary: SummaryPage,
  'support-resistance': SupportResistancePage,
  tightness: TightnessPage,
  'long-short': LongShortPage,
  deployment: DeploymentPage,
  'trade-and-risk': TradeAndRiskPage,
};

const html = Object.fromEntries(
  TOPICS.map(({ id, path }) => {
    const Page = PAGES[id];
    return [path, renderToString(<Page />)];
  }),
);

const idsOf = (text: string) => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);

test('the tabs have the specified names', () => {
  expect(TOPICS.map(({ tab }) => tab)).toEqual([
    'Summary',
    'Support & Resistance',
    'Tightness',
    'Long/Short',
    'Deployment',
    'Trade and Risk Managment',
  ]);
});

describe.each(TOPICS)('$tab', ({ path, tab }) => {
  const page = html[path] ?? '';

  it('has all tabs, and marks its own', () => {
    const written = tab.replace('&', '&amp;');
    const links = [...page.matchAll(/<a class="[^"]*tab[^"]*" href="([^"]+)"/g)];
    expect(links.map(([, address]) => address)).toEqual(TOPICS.map((topic) => topic.path));
    expect(page.match(/aria-current="page"[^>]*>([^<]+)</)?.[1]).toBe(written);
    expect(page.match(/aria-current/g)).toHaveLength(1);
  });

  it('has one title, and headings without a gap', () => {
    const levels = [...page.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
    expect(levels[0]).toBe(1);
    levels.slice(1).forEach((level, index) => {
      expect(level).toBeGreaterThan(1);
      expect(level - (levels[index] ?? 0)).toBeLessThanOrEqual(1);
    });
  });

  it('has unique ids and no inline styles', () => {
    const ids = idsOf(page);
    expect(ids).toEqual([...new Set(ids)]);
    // The content policy forbids inline styles in a document.
    expect(page).not.toContain(' style="');
  });

  it('has no broken links', () => {
    const anchors: Record<string, readonly string[]> = {
      '/privacy-policy': PRIVACY_POLICY.sections.map(({ id }) => id),
      '/terms-of-service': TERMS_OF_SERVICE.sections.map(({ id }) => id),
      '/': idsOf(renderToString(<Plans />)),
      '/register': [],
      '/login': [],
    };
    for (const [, address = ''] of page.matchAll(/<a [^>]*href="(\/[^"]*)"/g)) {
      const [place = '', anchor] = address.split('#');
      const known = place in html ? idsOf(html[place] ?? '') : anchors[place];
      expect(known, address).toBeDefined();
      if (anchor) expect(known).toContain(anchor);
    }
  });
});

test('the first page offers registration and sign-in for more symbols', () => {
  const summary = html['/educational'] ?? '';
  expect(summary).toContain('Register or sign in for more symbols');
  expect(summary).toMatch(/href="\/register"[\s\S]*href="\/login"/);
  expect(html['/educational/trade-and-risk']).toContain('Risk 1 to 2 % of your capital');
});

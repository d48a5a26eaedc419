import '../ui/theme/inter.css';
import '../ui/theme/base.css';
import 'virtual:theme-variables.css';
import './site.css';
import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { registerOfflinePage } from '../lib/register-offline-page.ts';
import { followArrival, followHash } from './follow-hash.ts';
import { PublicLayout } from './layout/PublicLayout.tsx';
import { loadPage, type PageProps, pageAt } from './pages.ts';

const container = document.getElementById('root');
const path = container?.dataset.path;
if (!container || path === undefined) throw new Error('The page has no element #root.');

function hydrate(root: HTMLElement, path: string, Page: ComponentType<PageProps>): void {
  hydrateRoot(
    root,
    <PublicLayout path={path}>
      <Page path={path} />
    </PublicLayout>,
  );
  // Signals that the page is interactive.
  document.documentElement.dataset.alive = '';
  followHash();
  registerOfflinePage();
}

followArrival();

// Not awaited: a page may share code with this module, and each would wait for the other.
loadPage(pageAt(path)).then(
  (Page) => hydrate(container, path, Page),
  () => {
    // The page stays as rendered, with the content for visitors without scripts.
    delete document.documentElement.dataset.scripted;
  },
);

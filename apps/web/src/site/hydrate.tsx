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

/** Takes over the page as it stands. */
function hydrate(root: HTMLElement, path: string, Page: ComponentType<PageProps>): void {
  hydrateRoot(
    root,
    <PublicLayout path={path}>
      <Page path={path} />
    </PublicLayout>,
  );
  // Told to whoever waits for the page to answer.
  document.documentElement.dataset.alive = '';
  followHash();
  registerOfflinePage();
}

followArrival();

// Not awaited here: a page may share code with this module, and would wait for its end while this waits for the page.
loadPage(pageAt(path)).then(
  (Page) => hydrate(container, path, Page),
  () => {
    // The page stays as it was rendered; what is said where no script runs holds for it.
    delete document.documentElement.dataset.scripted;
  },
);

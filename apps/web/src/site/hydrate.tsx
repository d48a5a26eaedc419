import '../ui/theme/base.css';
import 'virtual:theme-variables.css';
import './site.css';
import { hydrateRoot } from 'react-dom/client';
import { registerOfflinePage } from '../lib/register-offline-page.ts';
import { followHash } from './follow-hash.ts';
import { PublicLayout } from './layout/PublicLayout.tsx';
import { loadPage, pageAt } from './pages.ts';

const container = document.getElementById('root');
const path = container?.dataset.path;
if (!container || path === undefined) throw new Error('The page has no element #root.');

const Page = await loadPage(pageAt(path));
hydrateRoot(
  container,
  <PublicLayout path={path}>
    <Page path={path} />
  </PublicLayout>,
);
// Told to whoever waits for the page to answer.
container.ownerDocument.documentElement.dataset.alive = '';
followHash();
registerOfflinePage();

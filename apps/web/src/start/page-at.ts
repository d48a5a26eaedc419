import { PAGE_TITLES, paths } from '../paths.ts';

/** Kinds of pages: each has its frame, and its code. */
export const PAGE_KINDS = ['chart', 'dashboard', 'sign-in', 'register', 'other'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/** The page that an address will show. */
export type StartedPage = { kind: PageKind; title: string };

/** Pages of visitors: the sign-in, and what leads to it. */
const VISITOR_PATHS: readonly string[] = [
  paths.login,
  paths.register,
  paths.forgotPassword,
  paths.resetPassword,
  paths.confirmEmail,
];
const TITLES: Readonly<Partial<Record<string, string>>> = PAGE_TITLES;
const [SHARED_PAGE = ''] = paths.shared.split('$');
const [RECEIPTS = ''] = paths.receipt.split('$');

/** Foresees what the routes decide once they are loaded. Visitors are sent from the dashboard to the sign-in, and users back. */
export function pageAt(pathname: string, isSignedIn: boolean): StartedPage {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  const chart: StartedPage = { kind: 'chart', title: PAGE_TITLES[paths.liveChart] };
  const page = (kind: PageKind): StartedPage => ({ kind, title: TITLES[path] ?? '' });
  if (path.startsWith(RECEIPTS)) return page(isSignedIn ? 'other' : 'sign-in');
  if (path.startsWith(SHARED_PAGE)) return isSignedIn ? chart : page('other');
  if (path === paths.dashboard || path.startsWith(`${paths.dashboard}/`)) {
    if (!isSignedIn) return { kind: 'sign-in', title: '' };
    return path === paths.dashboard || path === paths.liveChart ? chart : page('dashboard');
  }
  if (isSignedIn && (path === paths.login || path === paths.register)) return chart;
  if (path === paths.register) return page('register');
  return page(VISITOR_PATHS.includes(path) ? 'sign-in' : 'other');
}

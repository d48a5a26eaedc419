import { useDocumentTitle } from '@mantine/hooks';
import { brandedTitle } from '../lib/brand.ts';
import { unseenCount } from './alert-news.ts';
import { useValue } from './use-value.ts';

/** Titles the browser's tab; new firings of alerts are counted before the title. */
export function usePageTitle(title: string): void {
  const unseen = useValue(unseenCount);
  useDocumentTitle(unseen > 0 ? `(${unseen}) ${brandedTitle(title)}` : brandedTitle(title));
}

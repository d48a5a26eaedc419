import { useEffect } from 'react';
import { BRAND } from './brand.ts';

/** Names the browser's tab while a page is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${BRAND.name}`;
    return () => {
      document.title = BRAND.name;
    };
  }, [title]);
}

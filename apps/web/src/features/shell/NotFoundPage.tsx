import { usePageTitle } from '../../lib/use-page-title.ts';
import { paths } from '../../paths.ts';
import { MessagePage } from '../../ui/MessagePage.tsx';

/** An address that leads nowhere. */
export function NotFoundPage() {
  usePageTitle('Page not found');
  return <MessagePage title="Page not found" homeHref={paths.home} />;
}

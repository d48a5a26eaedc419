import { useDocumentTitle } from '@mantine/hooks';
import { brandedTitle } from '../../lib/brand.ts';
import { paths } from '../../paths.ts';
import { MessagePage } from '../../ui/MessagePage.tsx';

export function NotFoundPage() {
  useDocumentTitle(brandedTitle('Page not found'));
  return <MessagePage title="Page not found" homeHref={paths.home} />;
}

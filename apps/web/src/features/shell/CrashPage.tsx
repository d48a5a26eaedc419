import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { ApiError } from '../../api/api-error.ts';
import { brandedTitle } from '../../lib/brand.ts';
import { paths } from '../../paths.ts';
import { MessagePage } from '../../ui/MessagePage.tsx';

type Props = { error: unknown };

/** What is left when a page broke. */
export function CrashPage({ error }: Props) {
  useDocumentTitle(brandedTitle('Something went wrong'));
  return (
    <MessagePage
      title="Something went wrong on this page."
      homeHref={paths.home}
      requestId={error instanceof ApiError ? error.requestId : null}
    >
      <Button variant="default" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </MessagePage>
  );
}

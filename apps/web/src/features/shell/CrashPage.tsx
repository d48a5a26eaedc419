import { Button } from '@mantine/core';
import { ApiError } from '../../api/api-error.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { paths } from '../../paths.ts';
import { MessagePage } from '../../ui/MessagePage.tsx';

type Props = { error: unknown };

/** What is left when a page broke. */
export function CrashPage({ error }: Props) {
  usePageTitle('Something went wrong');
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

import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconAlertTriangle, IconWifiOff } from '@tabler/icons-react';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useConnection } from '../../api/use-connection.ts';
import { brandedTitle } from '../../lib/brand.ts';
import { paths } from '../../paths.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { MessagePage } from '../../ui/MessagePage.tsx';

const UNREACHED = 'The server cannot be reached. Retry once you are connected again.';
const TRY_AGAIN = 'Retry opens the page again. If that fails too, reload it.';

function textOf(isConnected: boolean, isPart: boolean): string {
  if (!isConnected) return UNREACHED;
  return isPart ? `Everything else still works. ${TRY_AGAIN}` : TRY_AGAIN;
}

type Props = { error: unknown; isPart?: boolean };

/** Replaces a page that crashed or whose code failed to load; a retry loads the code again. */
export function CrashPage({ error, isPart = false }: Props) {
  useDocumentTitle(brandedTitle('Something went wrong'));
  const { isBusy, retry } = useRetry();
  const skipTarget = useRouterState({
    select: ({ matches }) => matches.at(-1)?.staticData.skipLink?.target,
  });
  const isConnected = useConnection() === 'online';
  const Icon = isConnected ? IconAlertTriangle : IconWifiOff;
  return (
    <MessagePage
      icon={<Icon size={28} stroke={1.75} aria-hidden="true" />}
      text={textOf(isConnected, isPart)}
      title="Something went wrong on this page."
      isPart={isPart}
      id={skipTarget}
      homeHref={paths.home}
      requestId={error instanceof ApiError ? error.requestId : null}
    >
      <ActionButton color="orange" isBusy={isBusy} onClick={() => void retry()}>
        Retry
      </ActionButton>
      <Button variant="default" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </MessagePage>
  );
}

/** The same inside the page's frame. */
export function CrashedPart({ error }: Pick<Props, 'error'>) {
  return <CrashPage error={error} isPart />;
}

function useRetry() {
  const router = useRouter();
  const [isBusy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    // A failed import stays failed until it is requested again.
    const { matches } = router.state;
    await Promise.all(
      matches.map(({ routeId }) => preload(router.routesById[routeId].options.component)),
    );
    await router.invalidate();
    setBusy(false);
  };
  return { isBusy, retry };
}

async function preload(component: unknown): Promise<void> {
  const part = component as { preload?: () => Promise<unknown> } | undefined;
  await part?.preload?.();
}

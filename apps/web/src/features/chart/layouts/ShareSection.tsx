import { Button, TextInput } from '@mantine/core';
import { endLayoutShare, shareLayout } from '@moneytrail/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { readAnew } from '../../../api/read-anew.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { beginCopy } from '../../../lib/copy-text.ts';
import { showToast } from '../../../stores/toasts.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { useChartRoute } from '../model/use-chart-route.ts';
import type { LayoutSaver } from '../saved/layout-saver.ts';
import classes from './LayoutsDialog.module.css';
import { layoutsQuery } from './layout-queries.ts';
import { sharedAddress, shownByLink } from './use-shared-layout.ts';

type Props = { saver: LayoutSaver; id: number };

/** The chart's one link. Readers see prices by their own rights. */
export function ShareSection({ saver, id }: Props) {
  const queryClient = useQueryClient();
  const { at } = useChartRoute();
  const { data } = useQuery(layoutsQuery);
  const isShared = data?.find((head) => head.id === id)?.isShared ?? false;
  const refresh = () => readAnew(queryClient, layoutsQuery);
  const sharing = useMutation({
    mutationFn: async () => {
      const copy = beginCopy();
      try {
        // The open layout is the one on the screen.
        const body = { content: shownByLink(saver.content() ?? '') };
        const { token } = await authorizedRequest(shareLayout, { params: { id }, body });
        const address = sharedAddress(token, at);
        return { address, isCopied: await copy.finish(address) };
      } catch (error) {
        copy.abandon();
        throw error;
      }
    },
    onSuccess: ({ isCopied }) => {
      if (isCopied) showToast({ kind: 'success', text: 'Link copied.' });
      return refresh();
    },
  });
  const ending = useMutation({
    mutationFn: () => authorizedRequest(endLayoutShare, { params: { id } }),
    onSuccess: () => {
      sharing.reset();
      return refresh();
    },
  });
  return (
    <>
      <p className={classes.quiet}>
        Anyone with the link sees this chart as it is when you make the link, with what is drawn on
        this instrument alone. They cannot change yours, and see prices of the markets that are open
        to them. Visitors read its name and symbol and see it once they sign in. A new link ends the
        one before.
      </p>
      {sharing.data && (
        <TextInput
          label="Link"
          readOnly
          mb="sm"
          value={sharing.data.address}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
      <div className={classes.actions}>
        <ActionButton size="sm" isBusy={sharing.isPending} onClick={() => sharing.mutate()}>
          {isShared ? 'Make and copy a new link' : 'Make and copy a link'}
        </ActionButton>
        {isShared && (
          <Button
            size="sm"
            variant="default"
            disabled={ending.isPending}
            onClick={() => ending.mutate()}
          >
            End the link
          </Button>
        )}
      </div>
    </>
  );
}

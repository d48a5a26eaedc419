import { Button } from '@mantine/core';
import { getLayoutVersion } from '@moneytrail/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { authorizedRequest } from '../../../api/session/session.ts';
import { formatMoment } from '../../../lib/format-time.ts';
import { showToast } from '../../../stores/toasts.ts';
import { PartLoading } from '../../../ui/PartLoading.tsx';
import { useChartScreen } from '../model/chart-context.ts';
import type { LayoutSaver } from '../saved/layout-saver.ts';
import { chartWords } from './chart-words.ts';
import classes from './LayoutsDialog.module.css';
import { versionsQuery } from './layout-queries.ts';
import { ReadFailed } from './ReadFailed.tsx';

type Props = { saver: LayoutSaver; id: number };

/** Earlier versions of the chart. Going back to one is a change too, and can be reverted. */
export function VersionList({ saver, id }: Props) {
  const { zone } = useChartScreen();
  const { data, error, refetch } = useQuery(versionsQuery(id));
  const restoring = useMutation({
    mutationFn: (revision: number) =>
      authorizedRequest(getLayoutVersion, { params: { id, revision } }),
    onSuccess: ({ content, savedAtMs }) => {
      // Another chart may have been opened meanwhile.
      if (saver.state.get().layout?.id !== id) return;
      saver.replace(content);
      showToast({ kind: 'success', text: `Back to ${formatMoment(savedAtMs, zone)}.` });
      void refetch();
    },
  });
  if (error && !data) {
    return <ReadFailed text="The versions could not be read." onRetry={() => void refetch()} />;
  }
  if (!data) return <PartLoading />;
  return (
    <ul className={classes.list}>
      {data.map(({ revision, savedAtMs, ...stored }, index) => (
        <li key={revision} className={classes.row}>
          <span className={classes.open}>
            <span className={classes.name}>{formatMoment(savedAtMs, zone)}</span>
            <span className={classes.about}>{chartWords(stored)}</span>
          </span>
          {index === 0 ? (
            <span className={classes.present}>Newest</span>
          ) : (
            <Button
              size="xs"
              variant="default"
              disabled={restoring.isPending}
              aria-label={`Go back to ${formatMoment(savedAtMs, zone)}`}
              onClick={() => restoring.mutate(revision)}
            >
              Go back
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

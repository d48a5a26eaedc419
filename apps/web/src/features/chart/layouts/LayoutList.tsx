import { ActionIcon } from '@mantine/core';
import { deleteLayout, type LayoutHead } from '@moneytrail/contract';
import { IconCheck, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readAnew } from '../../../api/read-anew.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { formatMoment } from '../../../lib/format-time.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { PartLoading } from '../../../ui/PartLoading.tsx';
import { useChartScreen } from '../model/chart-context.ts';
import { type LayoutSaver, NotSavedError } from '../saved/layout-saver.ts';
import { chartWords } from './chart-words.ts';
import classes from './LayoutsDialog.module.css';
import { layoutsQuery } from './layout-queries.ts';
import { ReadFailed } from './ReadFailed.tsx';
import { useSavedState } from './use-saved-state.ts';

type Props = { saver: LayoutSaver; onOpened: () => void };

/** All saved charts, newest first. */
export function LayoutList({ saver, onOpened }: Props) {
  const { data, error, refetch } = useQuery(layoutsQuery);
  const [removed, setRemoved] = useState<LayoutHead | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [unsaved, setUnsaved] = useState<LayoutHead | null>(null);
  if (error && !data) {
    return <ReadFailed text="Your charts could not be read." onRetry={() => void refetch()} />;
  }
  if (!data) return <PartLoading />;
  if (data.length === 0) {
    return (
      <p className={classes.quiet}>
        Nothing is saved yet. Give this chart a name, or draw on it: it is then saved by itself.
      </p>
    );
  }
  const open = (head: LayoutHead, isForced = false) => {
    setUnsaved(null);
    setFailure(null);
    saver.open(head.id, isForced).then(onOpened, (error: Error) => {
      if (error instanceof NotSavedError) setUnsaved(head);
      else setFailure(`“${head.name}” was not opened. ${error.message}`);
    });
  };
  return (
    <>
      {failure !== null && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <ul className={classes.list}>
        {data.map((head) => (
          <LayoutRow
            key={head.id}
            head={head}
            onOpen={() => open(head)}
            onRemove={() => setRemoved(head)}
          />
        ))}
      </ul>
      {removed && <RemoveDialog head={removed} onDone={() => setRemoved(null)} />}
      {unsaved && (
        <ConfirmDialog
          title="Open without saving?"
          action="Open without saving"
          isPending={false}
          onConfirm={() => open(unsaved, true)}
          onCancel={() => setUnsaved(null)}
        >
          The chart on the screen has changes that are not saved. They are lost where “
          {unsaved.name}” is opened now.
        </ConfirmDialog>
      )}
    </>
  );
}

type RowProps = { head: LayoutHead; onOpen: () => void; onRemove: () => void };

function LayoutRow({ head, onOpen, onRemove }: RowProps) {
  const { zone } = useChartScreen();
  const { layout } = useSavedState();
  const isPresent = layout?.id === head.id;
  const about = [chartWords(head), formatMoment(head.savedAtMs, zone)];
  return (
    <li className={classes.row}>
      <button
        type="button"
        className={classes.open}
        aria-current={isPresent || undefined}
        onClick={onOpen}
      >
        <span className={classes.name}>{head.name}</span>
        <span className={classes.about}>{about.filter((part) => part !== '').join(' · ')}</span>
      </button>
      {head.isShared && <Chip kind="info">Shared</Chip>}
      {isPresent && (
        <span className={classes.present}>
          <IconCheck size={16} stroke={2} aria-hidden="true" /> On screen
        </span>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove ${head.name}`}
        onClick={onRemove}
      >
        <IconTrash size={18} stroke={1.75} />
      </ActionIcon>
    </li>
  );
}

function RemoveDialog({ head, onDone }: { head: LayoutHead; onDone: () => void }) {
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationFn: () => authorizedRequest(deleteLayout, { params: { id: head.id } }),
    onSuccess: () => readAnew(queryClient, layoutsQuery),
    onSettled: onDone,
  });
  return (
    <ConfirmDialog
      title="Remove this chart?"
      action="Remove chart"
      isPending={removal.isPending}
      onConfirm={() => removal.mutate()}
      onCancel={onDone}
    >
      “{head.name}” and its versions are removed for good, on all your devices. A link to it ends.
    </ConfirmDialog>
  );
}

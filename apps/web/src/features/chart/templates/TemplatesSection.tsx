import { ActionIcon, TextInput } from '@mantine/core';
import { deleteTemplate, getTemplate, saveTemplate } from '@moneytrail/contract';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { authorizedRequest } from '../../../api/authorized-request.ts';
import { readAnew } from '../../../api/read-anew.ts';
import { formatMoment } from '../../../lib/format-time.ts';
import { showToast } from '../../../stores/toasts.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { PartLoading } from '../../../ui/PartLoading.tsx';
import classes from '../layouts/LayoutsDialog.module.css';
import { ReadFailed } from '../layouts/ReadFailed.tsx';
import { useChartScreen } from '../model/chart-context.ts';
import own from './TemplatesSection.module.css';
import { templatesQuery } from './template-queries.ts';

const LONGEST_NAME = 200;

export type TemplatesProps = {
  /** What the templates are of: `studies`, or a drawing tool. */
  of: string;
  /** What one keeps, in a sentence. */
  about: string;
  /** The content of one made now. */
  write: () => string;
  /** Makes the chart what a template says; false where nothing can be read of it. */
  apply: (content: string) => boolean;
};

/** The templates of one thing: saving the present one under a name, applying one, removing one. */
export function TemplatesSection({ of, about, write, apply }: TemplatesProps) {
  const { data, error, refetch } = useQuery(templatesQuery(of));
  const [removed, setRemoved] = useState<string | null>(null);
  const application = useMutation({
    mutationFn: (name: string) => authorizedRequest(getTemplate, { query: { of, name } }),
  });
  // Not where the dialog was closed meanwhile: another chart may be on the screen.
  const finish = ({ content }: { content: string }, name: string) =>
    showToast(
      apply(content)
        ? { kind: 'success', text: `“${name}” is on the chart.` }
        : { kind: 'error', text: `“${name}” is not a template that can be read.` },
    );
  return (
    <>
      <SaveForm of={of} names={data?.map(({ name }) => name) ?? []} about={about} write={write} />
      {!data && error && (
        <ReadFailed text="Your templates could not be read." onRetry={() => void refetch()} />
      )}
      {!data && !error && <PartLoading />}
      {data?.length === 0 && <p className={classes.quiet}>There is no template yet.</p>}
      <ul className={classes.list}>
        {data?.map(({ name, savedAtMs }) => (
          <TemplateRow
            key={name}
            name={name}
            savedAtMs={savedAtMs}
            isBusy={application.isPending}
            onApply={() => application.mutate(name, { onSuccess: finish })}
            onRemove={() => setRemoved(name)}
          />
        ))}
      </ul>
      {removed !== null && <RemoveDialog of={of} name={removed} onDone={() => setRemoved(null)} />}
    </>
  );
}

type SaveProps = Pick<TemplatesProps, 'of' | 'about' | 'write'> & { names: readonly string[] };

function SaveForm({ of, names, about, write }: SaveProps) {
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const trimmed = name.trim();
  const saving = useMutation({
    mutationFn: () =>
      authorizedRequest(
        saveTemplate,
        { body: { of, name: trimmed, content: write() } },
        { isRepeatable: true },
      ),
    onSuccess: () => {
      setName('');
      return readAnew(queryClient, templatesQuery(of));
    },
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (trimmed !== '' && !saving.isPending) saving.mutate();
  };
  return (
    <form className={own.form} onSubmit={save}>
      <TextInput
        className={own.name ?? ''}
        label="Name of a template"
        description={about}
        value={name}
        maxLength={LONGEST_NAME}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <ActionButton type="submit" size="sm" isBusy={saving.isPending} disabled={trimmed === ''}>
        {names.includes(trimmed) ? 'Replace' : 'Save'}
      </ActionButton>
    </form>
  );
}

type RowProps = {
  name: string;
  savedAtMs: number;
  isBusy: boolean;
  onApply: () => void;
  onRemove: () => void;
};

function TemplateRow({ name, savedAtMs, isBusy, onApply, onRemove }: RowProps) {
  const { zone } = useChartScreen();
  return (
    <li className={classes.row}>
      <button
        type="button"
        className={classes.open}
        title={`Apply ${name}`}
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && onApply()}
      >
        <span className={classes.name}>{name}</span>
        <span className={classes.about}>{formatMoment(savedAtMs, zone)}</span>
      </button>
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${name}`} onClick={onRemove}>
        <IconTrash size={18} stroke={1.75} />
      </ActionIcon>
    </li>
  );
}

function RemoveDialog({ of, name, onDone }: { of: string; name: string; onDone: () => void }) {
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationFn: () => authorizedRequest(deleteTemplate, { query: { of, name } }),
    onSuccess: () => readAnew(queryClient, templatesQuery(of)),
    onSettled: onDone,
  });
  return (
    <ConfirmDialog
      title="Remove this template?"
      action="Remove template"
      isPending={removal.isPending}
      onConfirm={() => removal.mutate()}
      onCancel={onDone}
    >
      “{name}” is removed for good, on all your devices. What it was applied to stays as it is.
    </ConfirmDialog>
  );
}

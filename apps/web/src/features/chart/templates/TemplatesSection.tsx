import { ActionIcon, TextInput } from '@mantine/core';
import { deleteTemplate, getTemplate, listTemplates, saveTemplate } from '@moneytrail/contract';
import { IconTrash } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { readAnew } from '../../../api/read-anew.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { formatMoment } from '../../../lib/format-time.ts';
import { showToast } from '../../../stores/toasts.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { PartLoading } from '../../../ui/PartLoading.tsx';
import classes from '../layouts/LayoutsDialog.module.css';
import { ReadFailed } from '../layouts/ReadFailed.tsx';
import { useChartScreen } from '../model/chart-context.ts';
import own from './TemplatesSection.module.css';

const LONGEST_NAME = 200;

/** Templates of `studies` or of one drawing tool, by name. */
function templatesQuery(of: string) {
  return queryOptions({
    queryKey: ['templates', of],
    queryFn: async ({ signal }) =>
      (await authorizedRequest(listTemplates, { query: { of } }, { signal })).templates,
    staleTime: 0,
    meta: { failure: 'in-place' },
  });
}

type TemplatesProps = {
  /** `studies` or a drawing tool. */
  of: string;
  /** A sentence that says what a template stores. */
  about: string;
  /** The content of a new template. */
  write: () => string;
  /** Applies a template; false where its content cannot be read. */
  apply: (content: string) => boolean;
};

/** Saves, applies and removes templates of one kind. */
export function TemplatesSection({ of, about, write, apply }: TemplatesProps) {
  const { data, error, refetch } = useQuery(templatesQuery(of));
  const [removed, setRemoved] = useState<string | null>(null);
  const application = useMutation({
    mutationFn: (name: string) => authorizedRequest(getTemplate, { query: { of, name } }),
  });
  // Not called once the dialog is closed: another chart may be on the screen.
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

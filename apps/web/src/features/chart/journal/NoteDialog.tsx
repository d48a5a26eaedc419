import { Button, Group, Textarea } from '@mantine/core';
import { MAX_NOTE_LENGTH, type Note } from '@moneytrail/contract';
import { type FormEvent, useState } from 'react';
import { formatBarTime } from '../../../lib/format-time.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { instrumentWords } from '../../../lib/ticker-code.ts';
import { showToast } from '../../../stores/toasts.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { NOTHING_OPEN, type NotePlace, useChartScreen } from '../model/chart-context.ts';
import classes from './Journal.module.css';
import { useRemoveNote, useSaveNote } from './notes.ts';

type Props = { place: NotePlace; note: Note | null; draft?: string | undefined };

/** The text of a new note, or of one that is changed. One that is left without saving can be taken up again. */
export function NoteDialog({ place, note, draft }: Props) {
  const { zone, openPanel } = useChartScreen();
  const [text, setText] = useState(draft ?? note?.text ?? '');
  // A repeated save makes no second note.
  const [key] = useState(randomUuid);
  const saving = useSaveNote();
  const removing = useRemoveNote();
  const close = () => openPanel(NOTHING_OPEN);
  const isChanged = text !== (note?.text ?? '');
  const leave = () => {
    close();
    if (!isChanged || text.trim() === '') return;
    showToast({
      kind: 'info',
      text: 'The note was not saved.',
      action: {
        label: 'Continue writing',
        run: () => openPanel({ kind: 'note', place, note, draft: text }),
      },
    });
  };
  const when = formatBarTime(place.barMs, place.resolution, zone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') saving.mutate({ place, note, text, key }, { onSuccess: close });
  };
  return (
    <Dialog
      title={note ? 'Note' : 'New note'}
      width={480}
      isPersistent={isChanged ? 'outside' : false}
      onClose={leave}
    >
      <form className={classes.form} noValidate onSubmit={submit}>
        <Textarea
          label={`${instrumentWords(place.symbol)}, ${when}${place.drawing === null ? '' : ', on a drawing'}`}
          description={`${text.length.toLocaleString('en-US')} of ${MAX_NOTE_LENGTH.toLocaleString('en-US')} characters`}
          value={text}
          maxLength={MAX_NOTE_LENGTH}
          autosize
          minRows={4}
          maxRows={14}
          data-autofocus
          error={saving.error?.message}
          onChange={({ currentTarget: { value } }) => setText(value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
          }}
        />
        <Group gap={8} justify="flex-end">
          {note && (
            <Button
              variant="default"
              mr="auto"
              loading={removing.isPending}
              onClick={() => removing.mutate(note, { onSuccess: close })}
            >
              Delete
            </Button>
          )}
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" loading={saving.isPending} disabled={text.trim() === ''}>
            Save
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

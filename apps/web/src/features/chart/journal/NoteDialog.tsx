import { Button, Group, Textarea } from '@mantine/core';
import { MAX_NOTE_LENGTH, type Note } from '@moneytrail/contract';
import { type FormEvent, useState } from 'react';
import { formatBarTime } from '../../../lib/format-time.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { instrumentWords } from '../../../lib/ticker-code.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { NOTHING_OPEN, type NotePlace, useChartScreen } from '../model/chart-context.ts';
import classes from './Journal.module.css';
import { useRemoveNote, useSaveNote } from './notes.ts';

type Props = { place: NotePlace; note: Note | null };

/** The text of a new note, or of one that is changed. */
export function NoteDialog({ place, note }: Props) {
  const { zone, openPanel } = useChartScreen();
  const [text, setText] = useState(note?.text ?? '');
  // A repeated save makes no second note.
  const [key] = useState(randomUuid);
  const saving = useSaveNote();
  const removing = useRemoveNote();
  const close = () => openPanel(NOTHING_OPEN);
  const when = formatBarTime(place.barMs, place.resolution, zone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') saving.mutate({ place, note, text, key }, { onSuccess: close });
  };
  return (
    <Dialog
      title={note ? 'Note' : 'New note'}
      width={480}
      isPersistent={text === (note?.text ?? '') ? false : 'outside'}
      onClose={close}
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
          <Button variant="default" onClick={close}>
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

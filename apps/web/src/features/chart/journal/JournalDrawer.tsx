import { Button, Menu, Skeleton, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import { MAX_NOTE_SEARCH, type Note } from '@moneytrail/contract';
import { IconDownload, IconPencil, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { barPlace } from '../../../lib/bar-place.ts';
import { csvFile } from '../../../lib/csv.ts';
import { downloadBlob, fileName } from '../../../lib/download.ts';
import { formatBarTime } from '../../../lib/format-time.ts';
import { isSameTicker } from '../../../lib/same-ticker.ts';
import { instrumentWords } from '../../../lib/ticker-code.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { LoadFailed } from '../../../ui/form/LoadFailed.tsx';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { useKeys } from '../keyboard/use-keys.ts';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { useChartRoute } from '../model/use-chart-route.ts';
import classes from './Journal.module.css';
import { journalCsv, journalMarkdown } from './journal-export.ts';
import { notesQuery, readAllNotes, useRemoveNote } from './notes.ts';
import { openNewNote } from './open-note.ts';

const TYPING_MS = 250;

/** All notes of the account, newest first, with search and files. */
export function JournalDrawer() {
  const keys = useKeys();
  const screen = useChartScreen();
  const { info, openPanel } = screen;
  const [search, setSearch] = useState('');
  const [isOfSymbol, setOfSymbol] = useState(false);
  const [typed] = useDebouncedValue(search, TYPING_MS);
  const filter = { symbol: isOfSymbol ? info.ticker : null, search: typed.trim() };
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(
    notesQuery(filter),
  );
  const notes = data?.pages.flatMap((page) => page.notes) ?? [];
  const [first] = data?.pages ?? [];
  const isFiltered = isOfSymbol || typed.trim() !== '';
  return (
    <Dialog title="Journal" width={420} isAside onClose={() => openPanel(NOTHING_OPEN)}>
      <div className={classes.head}>
        <TextInput
          type="search"
          maxLength={MAX_NOTE_SEARCH}
          aria-label="Search notes"
          placeholder="Search notes"
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
          value={search}
          onChange={({ currentTarget: { value } }) => setSearch(value)}
        />
        <Switch
          label={`Only ${info.name}`}
          checked={isOfSymbol}
          onChange={({ currentTarget: { checked } }) => setOfSymbol(checked)}
        />
        <div className={classes.actions}>
          <Button
            size="sm"
            leftSection={<IconPlus size={16} stroke={1.75} />}
            onClick={() => openNewNote(screen)}
          >
            New note
          </Button>
          <ExportMenu filter={filter} />
        </div>
        {first && (
          <p className={classes.quiet}>
            {first.count.toLocaleString('en-US')} of {first.limit.toLocaleString('en-US')} notes of
            your account
          </p>
        )}
      </div>
      {error && !data && (
        <LoadFailed isBusy={isFetching} onRetry={() => void refetch()}>
          {error.message}
        </LoadFailed>
      )}
      {!error && !data && <Skeleton height={160} aria-hidden="true" />}
      {data && notes.length === 0 && (
        <p className={classes.quiet}>
          {isFiltered
            ? 'Nothing is found.'
            : `No notes yet. ${keys({ kind: 'note' })} writes one on a bar.`}
        </p>
      )}
      <ul className={classes.list} aria-label="Notes">
        {notes.map((note) => (
          <NoteRow key={note.id} note={note} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" loading={isFetching} onClick={() => void fetchNextPage()}>
          Older notes
        </Button>
      )}
    </Dialog>
  );
}

function NoteRow({ note }: { note: Note }) {
  const { zone, info, resolution, controller, openPanel } = useChartScreen();
  const { setAt, openInstrument } = useChartRoute();
  const removing = useRemoveNote();
  const when = formatBarTime(note.barMs, note.resolution, zone);
  const show = () => {
    const isHere = isSameTicker(note.symbol, info.ticker) && note.resolution === resolution;
    openPanel(NOTHING_OPEN);
    if (isHere && controller) controller.engine.showTime(note.barMs, null);
    else
      openInstrument({
        symbol: note.symbol,
        resolution: note.resolution,
        at: barPlace(note.barMs, note.resolution),
      });
    if (isHere) setAt(barPlace(note.barMs, note.resolution));
  };
  const name = `${instrumentWords(note.symbol)}, ${RESOLUTION_LABELS[note.resolution]}, ${when}`;
  return (
    <li className={classes.row}>
      <div className={classes.rowHead}>
        <button type="button" className={classes.place} onClick={show}>
          {name}
        </button>
        <button
          type="button"
          className={classes.tool}
          aria-label={`Change the note on ${name}`}
          onClick={() => openPanel({ kind: 'note', place: note, note })}
        >
          <IconPencil size={16} stroke={1.75} />
        </button>
        <button
          type="button"
          className={classes.tool}
          aria-label={`Delete the note on ${name}`}
          disabled={removing.isPending}
          onClick={() => removing.mutate(note)}
        >
          <IconTrash size={16} stroke={1.75} />
        </button>
      </div>
      {note.drawing !== null && <p className={classes.quiet}>On a drawing</p>}
      <p className={classes.text} dir="auto">
        {note.text}
      </p>
    </li>
  );
}

/** The time of a note as the address of a chart writes it. */
function ExportMenu({ filter }: { filter: { symbol: string | null; search: string } }) {
  const { zone } = useChartScreen();
  const saving = useMutation({
    mutationFn: async (kind: 'csv' | 'md') => {
      const notes = await readAllNotes(filter);
      const blob =
        kind === 'csv'
          ? csvFile(journalCsv(notes, zone))
          : new Blob([journalMarkdown(notes, zone)], { type: 'text/markdown;charset=utf-8' });
      downloadBlob(blob, fileName(['journal'], kind));
    },
  });
  return (
    <Menu position="bottom-end" portalProps={IN_MAIN} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          size="sm"
          variant="default"
          loading={saving.isPending}
          leftSection={<IconDownload size={16} stroke={1.75} />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => saving.mutate('csv')}>CSV</Menu.Item>
        <Menu.Item onClick={() => saving.mutate('md')}>Markdown</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

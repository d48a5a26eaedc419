import { MINUTE_MS } from '@moneytrail/calendar';
import {
  createNote,
  deleteNote,
  listNotes,
  MAX_NOTES_A_PAGE,
  type Note,
  saveNote,
} from '@moneytrail/contract';
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { authorizedRequest } from '../../../api/session/session.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { showToast } from '../../../stores/toasts.ts';
import type { NotePlace } from '../model/chart-context.ts';

const KEY = 'notes';
/** Marks of more notes would cover the chart. */
const MOST_PAGES_ON_CHART = 3;

type Filter = { symbol: string | null; search: string };

function readPage(filter: Filter, before: number | null, limit: number, signal: AbortSignal) {
  const { symbol, search } = filter;
  const query = {
    search,
    limit,
    ...(symbol === null ? {} : { symbol }),
    ...(before === null ? {} : { before }),
  };
  return authorizedRequest(listNotes, { query }, { signal });
}

/** The notes of the account page by page, newest first; another device's changes show within a minute. */
export function notesQuery(filter: Filter) {
  return infiniteQueryOptions({
    queryKey: [KEY, 'list', filter],
    queryFn: ({ signal, pageParam }) => readPage(filter, pageParam, 50, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchInterval: MINUTE_MS,
    meta: { failure: 'in-place' },
  });
}

async function readPages(filter: Filter, mostPages: number, signal: AbortSignal): Promise<Note[]> {
  const notes: Note[] = [];
  let before: number | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const read: Awaited<ReturnType<typeof readPage>> = await readPage(
      filter,
      before,
      MAX_NOTES_A_PAGE,
      signal,
    );
    notes.push(...read.notes);
    if (read.next === null) break;
    before = read.next;
  }
  return notes;
}

/** The newest notes on an instrument, for its chart. */
export function chartNotesQuery(symbol: string) {
  return queryOptions({
    queryKey: [KEY, 'chart', symbol],
    queryFn: ({ signal }) => readPages({ symbol, search: '' }, MOST_PAGES_ON_CHART, signal),
    staleTime: MINUTE_MS,
    refetchInterval: MINUTE_MS,
    meta: { failure: 'silent' },
  });
}

/** All notes that a filter finds, for a file. */
export const readAllNotes = (filter: Filter): Promise<Note[]> =>
  readPages(filter, Number.POSITIVE_INFINITY, new AbortController().signal);

const readAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: [KEY] });

/** Makes a note, or saves the text of one. */
export function useSaveNote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      place: { symbol, resolution, barMs, drawing },
      note,
      text,
      key,
    }: SaveWanted): Promise<Note> =>
      note
        ? authorizedRequest(saveNote, {
            params: { id: note.id },
            body: { baseRevision: note.revision, text },
          })
        : authorizedRequest(
            createNote,
            { body: { key, symbol, resolution, barMs, drawing, text } },
            { isRepeatable: true },
          ),
    onSuccess: () => readAgain(client),
    meta: { failure: 'in-place' },
  });
}

type SaveWanted = { place: NotePlace; note: Note | null; text: string; key: string };

/** Removes a note, with a way to bring it back. */
export function useRemoveNote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (note: Note) => authorizedRequest(deleteNote, { params: { id: note.id } }),
    onSuccess: (_, { symbol, resolution, barMs, drawing, text }) => {
      void readAgain(client);
      const key = randomUuid();
      const body = { key, symbol, resolution, barMs, drawing, text };
      const undo = () =>
        void client
          .getMutationCache()
          .build(client, {
            mutationFn: () => authorizedRequest(createNote, { body }, { isRepeatable: true }),
            onSuccess: () => readAgain(client),
          })
          .execute(undefined)
          .catch(() => {});
      showToast({
        kind: 'success',
        text: 'The note was deleted.',
        action: { label: 'Undo', run: undo },
      });
    },
  });
}

import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { resolution } from '../market/instrument.ts';
import { isBlank } from '../storable-text.ts';
import { identifyingText, text } from '../text.ts';
import { wholeNumber } from './query-fields.ts';

/** The maximum number of notes of an account. */
export const MAX_NOTES = 2_000;
/** The maximum length of a note, in UTF-16 code units. */
export const MAX_NOTE_LENGTH = 4_000;
/** The maximum length of a searched text: each note is compared with it from every character. */
export const MAX_NOTE_SEARCH = 80;
/** Notes of one answer, at most. */
export const MAX_NOTES_A_PAGE = 100;
/** The latest bar that a note can be on: 00:00 UTC of 1 January 2200. */
const LATEST_MS = 7_258_118_400_000;

const noteText = text().check(
  z.maxLength(MAX_NOTE_LENGTH, `must be at most ${MAX_NOTE_LENGTH} characters`),
  z.refine((value) => !isBlank(value), 'must not be blank'),
);
const symbol = identifyingText().check(z.minLength(1), z.maxLength(80));

/** A note on a bar of an instrument, or on a drawing of its chart. */
export const note = z.strictObject({
  id: z.int(),
  symbol: z.string(),
  resolution,
  /** The time of the bar, in milliseconds. */
  barMs: z.int(),
  /** The id of the drawing; null for a note on the bar alone. */
  drawing: z.nullable(z.string()),
  text: z.string(),
  /** Increases by one with every save. */
  revision: z.int(),
  createdAtMs: z.int(),
  changedAtMs: z.int(),
});
export type Note = z.infer<typeof note>;

/** A note that is not stored yet. */
export const newNote = {
  symbol,
  resolution,
  barMs: z.int().check(z.minimum(0), z.maximum(LATEST_MS)),
  drawing: z.nullable(identifyingText().check(z.minLength(1), z.maxLength(100))),
  text: noteText,
};

const params = z.strictObject({ id: wholeNumber({ least: 1, most: 1e15 - 1 }) });

export const listNotes = endpoint({
  name: 'listNotes',
  summary: "Lists a page of the caller's notes, newest first.",
  method: 'GET',
  path: '/api/notes',
  access: 'user',
  query: z.strictObject({
    symbol: z.optional(symbol),
    search: z._default(text().check(z.maxLength(MAX_NOTE_SEARCH)), ''),
    before: z.optional(wholeNumber({ least: 1, most: 1e15 - 1 })),
    limit: z._default(wholeNumber({ least: 1, most: MAX_NOTES_A_PAGE }), 50),
  }),
  response: z.strictObject({
    notes: z.array(note),
    /** The value of `before` for the next page; null at the end. */
    next: z.nullable(z.int()),
    /** All notes of the account, whatever is searched. */
    count: z.int(),
    limit: z.int(),
  }),
});
export type NotePage = z.infer<typeof listNotes.response>;

export const createNote = endpoint({
  name: 'createNote',
  summary: 'Creates a note; a repeated request with the same key creates no second one.',
  method: 'POST',
  path: '/api/notes',
  access: 'user',
  body: z.strictObject({ key: z.uuid(), ...newNote }),
  response: note,
});

export const saveNote = endpoint({
  name: 'saveNote',
  summary: 'Saves the text of a note unless it was changed elsewhere since.',
  method: 'PUT',
  path: '/api/notes/:id',
  access: 'user',
  params,
  body: z.strictObject({ baseRevision: z.int().check(z.minimum(1)), text: noteText }),
  response: note,
});

export const deleteNote = endpoint({
  name: 'deleteNote',
  summary: 'Removes a note.',
  method: 'DELETE',
  path: '/api/notes/:id',
  access: 'user',
  params,
  response: z.undefined(),
});

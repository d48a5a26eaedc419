import type { Notes } from './note.ts';

/** Notes of the journal. */
export const JOURNAL_NOTES: Notes = {
  endpoints: {
    listNotes:
      'At most 100 notes an answer; `next` leads to the ones before. Notes are read by their owner alone, with a session and not with a key.',
    createNote:
      'Idempotent by `key`: a repeated request gets the note as it is by then. `409` if the account has its maximum of 2,000 notes.',
    saveNote:
      '`409` with `RECORD_CHANGED` if the note is not at `baseRevision`; nothing changes then. A save of the present text changes nothing whatever the base.',
  },
  schemas: { Note: 'A note on a bar or a drawing.' },
  fields: {
    'Note.id': 'The id of the note.',
    'saveNote.params.id': 'The id of the note.',
    'deleteNote.params.id': 'The id of the note.',
    'Note.symbol': { text: 'The instrument.', example: 'FMP:BTC/USD' },
    'createNote.body.symbol': { text: 'The instrument in any notation.', example: 'FMP:BTC/USD' },
    'listNotes.query.symbol': 'Only notes on this instrument.',
    'listNotes.query.search': 'Only notes whose text or symbol contains this.',
    'listNotes.query.before': 'The value of `next` of the page before.',
    'listNotes.query.limit': 'The maximum number of notes in the answer.',
    'listNotes.response.next': 'The value of `before` for the next page; null at the end.',
    'listNotes.response.count': 'The number of all notes of the account.',
    'listNotes.response.limit': 'The maximum number of notes of an account.',
    'listNotes.response.notes': 'The notes, the newest first.',
    'Note.resolution': 'The length of the bar.',
    'createNote.body.resolution': 'The length of the bar.',
    barMs: 'The time of the bar in milliseconds since 1970 UTC, as bars carry it.',
    drawing: 'The id of the drawing; null for a note on the bar alone.',
    'Note.text': 'The text, plain, at most 4,000 characters.',
    'createNote.body.text': 'The text, plain, at most 4,000 characters.',
    'saveNote.body.text': 'The text, plain, at most 4,000 characters.',
    'Note.revision': 'Increases by one with every save.',
    'Note.createdAtMs': 'The time of the creation in milliseconds since 1970 UTC.',
    'Note.changedAtMs': 'The time of the last save in milliseconds since 1970 UTC.',
    'createNote.body.key': 'A new UUID for each note, the same when the request is repeated.',
  },
};

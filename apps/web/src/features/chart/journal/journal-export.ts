import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import type { Note } from '@moneytrail/contract';
import { csvTable } from '../../../lib/csv.ts';
import { humanReadableDate } from '../../../lib/format-time.ts';

const HEADINGS = ['Symbol', 'Interval', 'Bar', 'Drawing', 'Text', 'Created (UTC)', 'Changed (UTC)'];

const barOf = ({ barMs, resolution }: Note, zone: string) =>
  humanReadableDate(barMs, resolution, zone);
const momentOf = (timeMs: number) => new Date(timeMs).toISOString();

/** Notes as lines for a spreadsheet; the text of a note is one cell. */
export function journalCsv(notes: readonly Note[], zone: string): string {
  const lines = notes.map((note) => [
    note.symbol,
    RESOLUTION_LABELS[note.resolution],
    barOf(note, zone),
    note.drawing,
    note.text,
    momentOf(note.createdAtMs),
    momentOf(note.changedAtMs),
  ]);
  return csvTable([HEADINGS, ...lines]);
}

/** Characters that would mean something to a reader of Markdown or HTML. */
const MARKUP = /[\\`*_[\]<>#&|~+\-=!]/g;

const plain = (text: string) => text.replace(MARKUP, '\\$&');

/** Notes as a document: a heading and a quotation for each. */
export function journalMarkdown(notes: readonly Note[], zone: string): string {
  const parts = notes.map((note) => {
    const drawing = note.drawing === null ? '' : ', on a drawing';
    const heading = `${note.symbol}, ${RESOLUTION_LABELS[note.resolution]}, ${barOf(note, zone)}`;
    const lines = note.text.split(/\r\n|[\n\r\u2028\u2029]/);
    return `## ${plain(heading)}${drawing}\n\n${lines.map((line) => `> ${plain(line)}`).join('  \n')}\n`;
  });
  return ['# Journal\n', ...parts].join('\n');
}

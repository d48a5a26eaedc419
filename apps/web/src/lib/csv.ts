/**
 * The place before a character that starts a formula in a spreadsheet, full-width forms included: at the start of a cell,
 * and after a semicolon. Where the decimal sign is a comma, as in South Africa, spreadsheets split lines at semicolons and
 * take quotes within them for text.
 */
const FORMULA = /(^|;)(?=[\s"]*[=+\-@＝＋－＠])/gu;

export type CsvValue = string | number | boolean | null;

/** Raw numbers, TRUE and FALSE, empty for unknown, text on one line. */
export function csvCell(value: CsvValue): string {
  if (value === null || Number.isNaN(value)) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number') return String(value);
  const line = value.replaceAll(/\p{Cc}/gu, ' ');
  const safe = line.replaceAll(FORMULA, "$1'");
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table for a spreadsheet: notes behind a `#`, then the rows, whose first one has the heads. Lines end with CR LF. */
export function csvTable(
  rows: readonly (readonly CsvValue[])[],
  notes: readonly string[] = [],
): string {
  const lines = rows.map((cells) => cells.map(csvCell).join());
  return [...notes.map((note) => `# ${note}`), ...lines].map((line) => `${line}\r\n`).join('');
}

const BYTE_ORDER_MARK = '\uFEFF';

/** A file of lines for a spreadsheet. Without the mark at its start, Excel reads `Élodie` as `Ã‰lodie`. */
export function csvFile(text: string): Blob {
  return new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' });
}

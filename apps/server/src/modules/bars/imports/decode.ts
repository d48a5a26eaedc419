import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';

/** The bytes of a file from its beginning; every call reads it anew. */
export type ByteSource = () => AsyncIterable<Uint8Array>;

export const SIMULATED_LABEL = '# Simulated';

const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
type Encoding = (typeof ENCODINGS)[number];

const DELIMITERS = ['\t', ';', '|', ','] as const;
export type Delimiter = (typeof DELIMITERS)[number];

export type TextForm = {
  encoding: Encoding;
  delimiter: Delimiter;
  /** The file begins with the label of simulated prices. */
  isSimulated: boolean;
};

/** Cells without surrounding space, and the number of the row's last line. */
export type Row = { cells: readonly string[]; line: number };

/** The file cannot be read as rows of cells; `line` is 0 if no line is at fault. */
export class UnreadableFile extends Error {
  readonly line: number;

  constructor(message: string, line = 0) {
    super(message);
    this.line = line;
  }
}

export const NO_BARS = 'The file holds no bars.';
const SAMPLE_BYTES = 65_536;
const SAMPLE_LINES = 40;
/** A time and four prices. */
const LEAST_COLUMNS = 5;
/** A cell or line above this is no table of prices; it ends before it fills the memory. */
const MOST_CHARACTERS = 65_536;

async function sampleOf(open: ByteSource): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of open()) {
    pieces.push(piece);
    size += piece.length;
    if (size >= SAMPLE_BYTES) break;
  }
  return Buffer.concat(pieces).subarray(0, SAMPLE_BYTES);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // The end of the sample may split a character.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** By the byte order mark, then by the zeros that Latin letters have in UTF-16. */
function encodingOf(bytes: Buffer): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (const [index, byte] of bytes.entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > bytes.length / 4 && even < odd / 4) return 'utf-16le';
  if (even > bytes.length / 4 && odd < even / 4) return 'utf-16be';
  if (even + odd > 0) throw new UnreadableFile('The file is not text.');
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** The number of delimiters outside quotes. */
function countOf(line: string, delimiter: Delimiter): number {
  let isQuoted = false;
  let count = 0;
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === delimiter && !isQuoted) count++;
  }
  return count;
}

/** The delimiter that splits most lines into the same number of columns; a decimal comma comes last. */
function delimiterOf(text: string): Delimiter {
  const lines = text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .slice(0, SAMPLE_LINES);
  if (lines.length === 0) throw new UnreadableFile('The file is empty.');
  let best: { delimiter: Delimiter; lineCount: number } | null = null;
  for (const delimiter of DELIMITERS) {
    const wide = lines.filter((line) => countOf(line, delimiter) >= LEAST_COLUMNS - 1);
    if (wide.length > (best?.lineCount ?? 0)) best = { delimiter, lineCount: wide.length };
  }
  if (best) return best.delimiter;
  throw new UnreadableFile(
    'No line has five columns (a time and four prices) between commas, semicolons, tabs or bars.',
  );
}

/** Recognises encoding and delimiter by the beginning of a file. */
export async function recogniseText(open: ByteSource): Promise<TextForm> {
  const bytes = await sampleOf(open);
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  const isSimulated = text.startsWith(SIMULATED_LABEL);
  return { encoding, delimiter: delimiterOf(text), isSimulated };
}

async function* decoded(open: ByteSource, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of open()) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** The rows of a file without empty lines and comments. Throws `UnreadableFile` for quotes that never end. */
export async function* readRows(
  open: ByteSource,
  { encoding, delimiter }: Pick<TextForm, 'encoding' | 'delimiter'>,
): AsyncGenerator<Row> {
  const text = Readable.from(decoded(open, encoding));
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
    trim: true,
    skip_empty_lines: true,
    // Exports of simulated bars begin with a comment line.
    comment: '#',
    comment_no_infix: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MOST_CHARACTERS,
  });
  text.on('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of text.pipe(parser)) {
      yield { cells: record, line: info.lines };
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw new UnreadableFile(error.message, Number(error.lines ?? 0));
    throw error;
  } finally {
    text.destroy();
  }
}

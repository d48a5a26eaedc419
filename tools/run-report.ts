/** A failed test, hook, file or run with the first lines of its message. */
export type Failure = { name: string; message: string };

/** The result of one test run. */
export type RunReport = {
  passed: number;
  failed: number;
  skipped: number;
  failures: Failure[];
  /** The duration of each file's tests in seconds. */
  files: { name: string; seconds: number }[];
};

const LINES = 8;
const LINE_LENGTH = 200;
const ESCAPE = String.fromCharCode(27);
const COLOURS = new RegExp(`${ESCAPE}\\[[0-9;]*m`, 'g');

/** The first lines of a message, without colours and empty lines. */
export function firstLines(message: string): string {
  const lines = message.replaceAll(COLOURS, '').split('\n');
  const told = lines.map((line) => line.trimEnd()).filter((line) => line !== '');
  return told
    .slice(0, LINES)
    .map((line) => (line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH - 1)}…` : line))
    .join('\n');
}

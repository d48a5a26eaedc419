import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { mantineTheme } from './mantine-theme.ts';

const SOURCE = resolve(import.meta.dirname, '../..');
const PX_TEXT = /^\s*(?:font|font-size|line-height|--[\w-]*(?:font|line)[\w-]*):[^;]*\dpx/;
/** Initials in a circle of fixed size, which are hidden from screen readers: a cap keeps them inside. */
const CAPPED = /^\s*font-size: min\([\d.]+rem, \d+px\);$/;
const CAPPED_IN = ['features/shell/TopBar.module.css', 'ui/PersonHead.module.css'];

function pxTextsIn(file: string): string[] {
  const lines = readFileSync(resolve(SOURCE, file), 'utf8').split('\n');
  return lines
    .filter((line) => PX_TEXT.test(line) && !(CAPPED.test(line) && CAPPED_IN.includes(file)))
    .map((line) => `${file}: ${line.trim()}`);
}

test('no style sheet sizes text in pixels, which the text size of the browser does not reach', () => {
  const files = globSync('**/*.css', { cwd: SOURCE });
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(pxTextsIn)).toEqual([]);
});

test('no component sizes text in pixels', () => {
  const files = globSync('**/*.tsx', { cwd: SOURCE, exclude: ['**/*.test.tsx'] });
  const inline = files.flatMap((file) =>
    readFileSync(resolve(SOURCE, file), 'utf8')
      .split('\n')
      .filter((line) => /(?:fontSize|lineHeight|\bfz|\blh)(?:: |=)["'{]*[\d.]+(?:px)?\b/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(inline).toEqual([]);
});

test('the texts of the component library follow the text size of the browser', () => {
  for (const size of Object.values(mantineTheme.fontSizes ?? {})) expect(size).toMatch(/rem$/);
});

test('layouts that depend on the room for text have breakpoints in em or rem', () => {
  const queries = globSync('**/*.css', { cwd: SOURCE }).flatMap((file) =>
    readFileSync(resolve(SOURCE, file), 'utf8')
      .split('\n')
      .filter((line) => /^\s*@(?:media|container).*\dpx/.test(line)),
  );
  expect(queries).toEqual([]);
});

import { MAX_WATCHED_SYMBOLS, type WatchlistEntry } from '@moneytrail/contract';

export type SymbolWord = { kind: 'word'; word: string } | { kind: 'section'; name: string };

const LONGEST_WORD = 80;
const SECTION = /^#{1,3}\s*(.+)$/;

/** The symbols and sections of a pasted text or CSV: separated by commas, semicolons, tabs or lines; `###` begins a section. */
export function readSymbols(text: string): SymbolWord[] {
  const words = text
    .split(/[\n\r,;\t]+/)
    .map((word) => word.trim().replaceAll(/^"|"$/g, '').trim())
    .filter((word) => word !== '' && word.length <= LONGEST_WORD);
  return [...new Set(words)].slice(0, MAX_WATCHED_SYMBOLS).map((word) => {
    const section = SECTION.exec(word)?.[1];
    return section ? { kind: 'section', name: section } : { kind: 'word', word };
  });
}

/** A list as text that `readSymbols` reads: one entry a line. */
export function symbolsText(entries: readonly WatchlistEntry[]): string {
  const lines = entries.map((entry) =>
    entry.kind === 'section' ? `###${entry.name}` : entry.symbol,
  );
  return `${lines.join('\n')}\n`;
}

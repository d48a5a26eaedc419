import type { Note } from '@moneytrail/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { journalCsv, journalMarkdown } from './journal-export.ts';

const ZONE = 'Africa/Johannesburg';
const NOTE: Note = {
  id: 1,
  symbol: 'FMP:BTC/USD',
  resolution: '60',
  barMs: Date.parse('2026-11-20T10:00Z'),
  drawing: null,
  text: 'Seen',
  revision: 1,
  createdAtMs: Date.parse('2026-11-20T10:30Z'),
  changedAtMs: Date.parse('2026-11-21T08:00Z'),
};

describe('the exported journal', () => {
  it('has a line for each note, with the bar on the chart’s clock', () => {
    const [, line] = journalCsv([NOTE], ZONE).split('\r\n');
    expect(line).toBe(
      'FMP:BTC/USD,1h,2026-11-20 12:00,,Seen,2026-11-20T10:30:00.000Z,2026-11-21T08:00:00.000Z',
    );
  });

  it('keeps any text in one cell that is no formula', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        const csv = journalCsv([{ ...NOTE, text }], ZONE);
        expect(csv.split('\r\n')).toHaveLength(3);
        expect(csv.split('\n')).toHaveLength(3);
      }),
      { seed: 3 },
    );
    for (const text of ['=1+1', '+1', '-1', '@sum', '\t=1', '＝1']) {
      expect(journalCsv([{ ...NOTE, text }], ZONE)).toContain(`,'${text.replace('\t', ' ')},`);
    }
  });

  it('is a document in which a text stays a text', () => {
    const text = '# no heading\n<img src=x onerror=alert(1)>\n[link](https://example.com)';
    const document = journalMarkdown([{ ...NOTE, text, drawing: 'a' }], ZONE);
    expect(document).toContain('## FMP:BTC/USD, 1h, 2026\\-11\\-20 12:00, on a drawing');
    expect(document).toContain('> \\# no heading  \n> \\<img src\\=x onerror\\=alert(1)\\>');
    expect(document).toContain('> \\[link\\](https://example.com)');
  });

  it('begins every line of a text as a quotation', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const body = journalMarkdown([{ ...NOTE, text }], ZONE)
          .split('\n')
          .slice(4);
        const lines = body.filter((line) => line !== '');
        expect(lines.every((line) => line.startsWith('> '))).toBe(true);
      }),
      { seed: 3 },
    );
  });
});

import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readPage } from './page.ts';

const rows = [5, 5, 3, 2, 1].map((atMs, index) => ({ atMs, id: `é/+${index}` }));
const byTime = {
  place: z.strictObject({ atMs: z.int(), id: z.string() }),
  placeOf: (row: (typeof rows)[number]) => row,
  read: async (after: (typeof rows)[number] | null, most: number) => {
    const start = after ? rows.findIndex(({ id }) => id === after.id) + 1 : 0;
    return rows.slice(start, start + most);
  },
};

describe('a page of a list', () => {
  test.each([1, 2, 3, 5, 9])('of %d leads on until every row was seen once', async (limit) => {
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await readPage({ cursor, limit }, byTime);
      expect(page.rows.length).toBeGreaterThan(0);
      expect(page.rows.length).toBeLessThanOrEqual(limit);
      expect(page.nextCursor ?? '').toMatch(/^[\w-]*$/);
      seen.push(...page.rows);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(rows);
  });

  test.each([
    '',
    'x',
    '%',
    Buffer.from('{"atMs":"1","id":""}').toString('base64url'),
    'é'.repeat(99),
  ])('refuses the cursor %j', async (cursor) => {
    await expect(readPage({ cursor, limit: 1 }, byTime)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'cursor: is not valid',
    });
  });
});

import { randomUUID } from 'node:crypto';
import {
  MAX_NOTE_LENGTH,
  MAX_NOTE_SEARCH,
  MAX_NOTES,
  type Note,
  type NotePage,
} from '@moneytrail/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AppWorld, startApp } from '../../conformance/testing/start-app.ts';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { leastTime } from '../../testing/least-time.ts';
import { type Person, signIn } from '../workspace/testing/workspace-client.ts';

const DAY = Date.parse('2026-11-20');
const DATA = {
  symbol: 'btcusd.fmp',
  resolution: '1D',
  barMs: DAY,
  drawing: null,
  text: 'Broke out on volume',
};

describe.each(USUAL_KINDS)('the journal, on %s', (kind) => {
  let world: AppWorld;
  let ana: Person;
  beforeAll(async () => {
    world = await startApp(kind);
  });
  beforeEach(async () => {
    ana = await signIn(world);
  });
  afterAll(() => world.close());

  async function add(data: object = {}, person = ana): Promise<Note> {
    const given = { key: randomUUID(), ...DATA, ...data };
    const { status, body } = await person.own('POST', 'notes', given);
    expect(status).toBe(200);
    return body;
  }
  const save = (id: number, baseRevision: number, text: string, person = ana) =>
    person.own('PUT', `notes/${id}`, { baseRevision, text });
  const read = async (query = '', person = ana): Promise<NotePage> =>
    (await person.own('GET', `notes${query}`)).body;

  test('keeps notes with the symbol as the server writes it, newest first, for their owner alone', async () => {
    const first = await add();
    expect(first).toMatchObject({ symbol: 'FMP:BTC/USD', barMs: DAY, revision: 1 });
    const second = await add({ text: 'Sold', drawing: 'line-1' });
    expect(await read()).toEqual({
      notes: [second, first],
      next: null,
      count: 2,
      limit: MAX_NOTES,
    });
    expect(await read('', await signIn(world))).toMatchObject({ notes: [], count: 0 });
  });

  test('is read in pages, by instrument and by words, whose wildcards mean themselves', async () => {
    const notes: Note[] = [];
    for (const text of ['a 100% rise', '1000 shares', 'under_score'])
      notes.push(await add({ text }));
    const other = await add({ symbol: 'FMP:AAPL', text: 'Ein GRÜNER Tag' });
    const first = await read('?limit=2');
    expect(first.notes.map(({ id }) => id)).toEqual([other.id, notes[2]?.id]);
    const second = await read(`?limit=2&before=${first.next}`);
    expect(second.notes.map(({ id }) => id)).toEqual([notes[1]?.id, notes[0]?.id]);
    expect(second.next).toBeNull();
    const found = async (query: string) => (await read(query)).notes.map(({ text }) => text);
    expect(await found(`?search=${encodeURIComponent('100%')}`)).toEqual(['a 100% rise']);
    expect(await found('?search=r_s')).toEqual(['under_score']);
    expect(await found('?search=aapl')).toEqual(['Ein GRÜNER Tag']);
    expect(await found('?symbol=BTCUSD.FMP')).toHaveLength(3);
  });

  test('is searched about as fast for a text that nearly occurs everywhere', async () => {
    const { id } = await add({ text: 'a'.repeat(MAX_NOTE_LENGTH) });
    await sql`
      insert into journal_notes (user_id, create_key, symbol, resolution, bar_ms, text, revision, created_at_ms, changed_at_ms)
      select user_id, create_key || number, symbol, resolution, bar_ms, text, revision, created_at_ms, changed_at_ms
      from journal_notes, generate_series(1, 300) number where id = ${id}`.execute(
      world.context.db,
    );
    const searched = (text: string) =>
      leastTime(0, 4, async () => {
        expect((await read(`?search=${text}`)).notes).toEqual([]);
      });
    const plainMs = await searched('x');
    const nearlyMs = await searched(`${'a'.repeat(MAX_NOTE_SEARCH - 1)}b`);
    expect(nearlyMs / plainMs).toBeLessThan(6);
  });

  test('concurrent creates with one key make one note', async () => {
    const body = { key: randomUUID(), ...DATA };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ana.own('POST', 'notes', body)),
    );
    expect(answers).toEqual(answers.map(() => answers[0]));
    expect((await read()).count).toBe(1);
  });

  test('of two devices that save at once one wins and the other is told; an equal save may be repeated', async () => {
    const { id } = await add();
    const answers = await Promise.all([
      save(id, 1, 'From the phone'),
      save(id, 1, 'From the desk'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = answers.find(({ status }) => status === 200)?.body as Note;
    expect(won.revision).toBe(2);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('RECORD_CHANGED');
    expect((await save(id, 1, won.text)).body).toEqual(won);
    expect((await read()).notes).toEqual([won]);
  });

  test("another account's note is not found", async () => {
    const { id } = await add();
    const ben = await signIn(world);
    const missing = { status: 404, body: { code: 'NOT_FOUND' } };
    expect(await save(id, 1, 'Mine now', ben)).toMatchObject(missing);
    expect(await ben.own('DELETE', `notes/${id}`)).toMatchObject(missing);
    expect((await read()).notes[0]?.text).toBe(DATA.text);
    expect((await ana.own('DELETE', `notes/${id}`)).status).toBe(204);
    expect(await save(id, 1, 'Gone')).toMatchObject(missing);
  });

  test('keeps any text that can be stored and refuses the rest', async () => {
    const texts = [
      'שלום \u202Eevil\u202C',
      '👩‍👩‍👧‍👦\r\n\tline\u2028two',
      "'; drop table users; --",
      '=cmd|calc',
      '𝕏'.repeat(MAX_NOTE_LENGTH / 2),
    ];
    for (const text of texts) expect((await add({ text })).text).toBe(text);
    expect((await read()).notes.map(({ text }) => text)).toEqual(texts.toReversed());
    const refused = ['', ' \u200B\n', 'x'.repeat(MAX_NOTE_LENGTH + 1), 'nul\0', 'half \uD83D'];
    for (const text of refused) {
      const { status } = await ana.own('POST', 'notes', { key: randomUUID(), ...DATA, text });
      expect(status).toBe(400);
    }
    expect((await read()).count).toBe(texts.length);
  });

  test(`an account keeps ${MAX_NOTES} notes`, async () => {
    const row = {
      user_id: ana.userId,
      symbol: 'FMP:BTC/USD',
      resolution: '1D',
      bar_ms: DAY,
      text: 'Seen',
      revision: 1,
      created_at_ms: DAY,
      changed_at_ms: DAY,
    } as const;
    await world.context.db
      .insertInto('journal_notes')
      .values(
        Array.from({ length: MAX_NOTES }, () => ({
          ...row,
          drawing: null,
          create_key: randomUUID(),
        })),
      )
      .execute();
    const refused = await ana.own('POST', 'notes', { key: randomUUID(), ...DATA });
    expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(refused.body.message).toContain('2,000');
    expect((await read('?limit=1')).count).toBe(MAX_NOTES);
  });
});

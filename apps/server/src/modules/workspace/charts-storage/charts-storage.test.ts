import { MAX_LAYOUT_BYTES } from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount, addEverybody, KINDS } from '../../../conformance/testing/people.ts';
import { PASSES, signedIn } from '../../../conformance/testing/policies.ts';
import { type AppWorld, startApp } from '../../../conformance/testing/start-app.ts';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { beginSession } from '../../../testing/begin-session.ts';
import { leastTime } from '../../../testing/least-time.ts';
import { findUser } from '../../accounts/profile/user-store.ts';
import { type Encoding, type Person, signIn } from '../testing/workspace-client.ts';

const ENCODINGS: readonly Encoding[] = ['form', 'multipart', 'json'];
const CHART = { name: 'A', content: '{"a":1}', symbol: 'FMP:BTCUSD', resolution: '60' };
const failed = (message: string) => ({ code: 200, body: { status: 'error', message } });
const OK = { code: 200, body: { status: 'ok' } };
const AWKWARD = 'a/b & 100% + "é" 日本 👩‍👩‍👧';
const TRICKY =
  '\uFEFF {"text":"\\"line\\"\r\nnew\n\ttab","e":"👩‍👩‍👧 é","p":"%41+&=;"}\r\n--x--\r\n ';

describe.each(USUAL_KINDS)('the charts storage, on %s', (kind) => {
  let world: AppWorld;
  let ana: Person;
  let ben: Person;
  beforeAll(async () => {
    world = await startApp(kind);
    ana = await signIn(world);
    ben = await signIn(world);
  });
  afterAll(() => world.close());

  const chart = (id: unknown) => ({ query: { chart: String(id) } });
  async function add(person: Person, fields = CHART) {
    const { body } = await person.storage('POST', 'charts', { fields });
    expect(body).toEqual({ status: 'ok', id: expect.any(Number) });
    return body.id as number;
  }

  describe.each(ENCODINGS)('in the encoding %s', (encoding) => {
    test('gives the content back byte for byte', async () => {
      const fields = { ...CHART, name: AWKWARD, content: TRICKY };
      const { body } = await ana.storage('POST', 'charts', { fields, encoding });
      const loaded = await ana.storage('GET', 'charts', chart(body.id));
      expect(loaded.body).toEqual({
        status: 'ok',
        data: { id: body.id, name: AWKWARD, timestamp: expect.any(Number), content: TRICKY },
      });
    });

    test('takes 1 MB of content, refuses one byte more naming the limit, and keeps the previous content', async () => {
      const content = '"é'.repeat(MAX_LAYOUT_BYTES / 3).padEnd(MAX_LAYOUT_BYTES - 349_525, '"');
      expect(Buffer.byteLength(content)).toBe(MAX_LAYOUT_BYTES);
      const { body } = await ana.storage('POST', 'charts', {
        fields: { ...CHART, content },
        encoding,
      });
      const tooMuch = { ...CHART, content: `${content}"` };
      const refused = await ana.storage('POST', 'charts', {
        ...chart(body.id),
        fields: tooMuch,
        encoding,
      });
      expect(refused.code).toBe(200);
      expect(refused.body).toMatchObject({ status: 'error' });
      expect(refused.body.message).toContain('1 MB (1,048,576 bytes)');
      const far = { ...CHART, content: content.repeat(4) };
      const farTooMuch = await ana.storage('POST', 'charts', { fields: far, encoding });
      expect(farTooMuch.body.message).toContain('1 MB (1,048,576 bytes)');
      const loaded = await ana.storage('GET', 'charts', chart(body.id));
      expect(loaded.body.data.content === content).toBe(true);
      await ana.storage('DELETE', 'charts', chart(body.id));
    });

    test('keeps templates of studies and tools, an upsert twice as one', async () => {
      const person = await signIn(world);
      const studies = { fields: { name: AWKWARD, content: TRICKY }, encoding };
      const query = { tool: 'trend/line', name: AWKWARD };
      const drawing = { query, fields: { content: TRICKY }, encoding };
      for (const _again of [1, 2]) {
        expect(await person.storage('POST', 'study_templates', studies)).toMatchObject(OK);
        expect(await person.storage('POST', 'drawing_templates', drawing)).toMatchObject(OK);
      }
      const list = await person.storage('GET', 'study_templates');
      expect(list.body).toEqual({ status: 'ok', data: [{ name: AWKWARD }] });
      const template = await person.storage('GET', 'study_templates', {
        query: { template: AWKWARD },
      });
      const data = { name: AWKWARD, content: TRICKY };
      expect(template.body).toEqual({ status: 'ok', data });
      const tools = await person.storage('GET', 'drawing_templates', {
        query: { tool: 'trend/line' },
      });
      expect(tools.body).toEqual({ status: 'ok', data: [AWKWARD] });
      const tool = await person.storage('GET', 'drawing_templates', {
        query: { ...query, chart: '77' },
      });
      expect(tool.body).toEqual({ status: 'ok', data });
    });
  });

  test('a list is empty at first, holds no content, and names an overwritten chart by its id', async () => {
    const person = await signIn(world);
    const list = async () => (await person.storage('GET', 'charts')).body;
    expect(await list()).toEqual({ status: 'ok', data: [] });
    const id = await add(person);
    const { content: _content, ...head } = CHART;
    const [first] = (await list()).data;
    expect(first).toEqual({ id, ...head, timestamp: expect.any(Number) });
    expect(Number.isInteger(first.timestamp)).toBe(true);
    world.addMs(2_000);
    const fields = { name: 'B', content: '{"b":2}', symbol: 'FMP:AAPL', resolution: '1D' };
    expect(await person.storage('POST', 'charts', { ...chart(id), fields })).toMatchObject(OK);
    const { content, ...changed } = fields;
    const [second] = (await list()).data;
    expect(second).toEqual({ id, ...changed, timestamp: expect.any(Number) });
    expect(second.timestamp).toBeGreaterThanOrEqual(first.timestamp + 2);
    expect((await person.storage('GET', 'charts', chart(id))).body.data.content).toBe(content);
    expect((await person.storage('GET', 'charts', { query: { chart: '' } })).body).toEqual(
      await list(),
    );
    expect(await person.storage('DELETE', 'charts', chart(id))).toMatchObject(OK);
    expect(await list()).toEqual({ status: 'ok', data: [] });
  });

  test.each([
    ['GET', 'charts', { query: { client: '' } }, 'Wrong client id'],
    ['GET', 'charts', { query: { user: '' } }, 'Wrong user id'],
    ['PUT', 'charts', { fields: CHART }, 'Wrong request'],
    ['PUT', 'study_templates', {}, 'Wrong request'],
    ['GET', 'charts', chart(987_654), 'Chart not found'],
    ['GET', 'charts', chart('1 or 1=1'), 'Chart not found'],
    ['POST', 'charts', { ...chart(987_654), fields: CHART }, 'Chart not found'],
    ['DELETE', 'charts', chart(987_654), 'Chart not found'],
    ['DELETE', 'charts', {}, 'Wrong chart id'],
    ['POST', 'charts', { fields: { ...CHART, content: '' } }, 'No content to save'],
    ['POST', 'charts', { fields: { ...CHART, name: '' } }, 'Name of chart should not be empty'],
    [
      'POST',
      'charts',
      { fields: { ...CHART, symbol: 'x'.repeat(51) } },
      'symbol: must have at most 50 characters',
    ],
    [
      'POST',
      'charts',
      { fields: { ...CHART, content: 'a\0b' } },
      'content: must not contain NUL or half a character',
    ],
    ['GET', 'study_templates', { query: { template: 'none' } }, 'StudyTemplate not found'],
    ['DELETE', 'study_templates', { query: { template: 'none' } }, 'StudyTemplate not found'],
    ['DELETE', 'study_templates', {}, 'StudyTemplate not found'],
    ['POST', 'study_templates', { fields: { name: '', content: '' } }, 'No content to save'],
    [
      'POST',
      'study_templates',
      { fields: { name: '', content: 'x' } },
      'Name of template should not be empty',
    ],
    ['GET', 'drawing_templates', {}, 'Error loading Drawing Templates'],
    [
      'GET',
      'drawing_templates',
      { query: { tool: 'T', name: 'none' } },
      'Drawing Template not found',
    ],
    [
      'DELETE',
      'drawing_templates',
      { query: { tool: 'T', name: 'none' } },
      'Drawing Template not found',
    ],
    ['POST', 'drawing_templates', { query: { tool: 'T' } }, 'No content to save'],
    [
      'POST',
      'drawing_templates',
      { query: { tool: 'T' }, fields: { content: 'x' } },
      'Name of template should not be empty',
    ],
    [
      'POST',
      'drawing_templates',
      { query: { name: 'N' }, fields: { content: 'x' } },
      'Error updating Drawing Template',
    ],
  ] as const)('%s %s, %j gets: %s', async (method, path, request, message) => {
    expect(await ana.storage(method, path, request)).toMatchObject(failed(message));
  });

  test('a template of more than 256 KB is refused by naming the limit, and the one before stays', async () => {
    const save = (content: string) =>
      ana.storage('POST', 'study_templates', { fields: { name: 'big', content } });
    expect(await save('x'.repeat(262_144))).toMatchObject(OK);
    const { body } = await save('y'.repeat(262_145));
    expect(body.message).toContain('256 KB (262,144 bytes)');
    const { data } = (await ana.storage('GET', 'study_templates', { query: { template: 'big' } }))
      .body;
    expect(data.content).toBe('x'.repeat(262_144));
  });

  test('removed templates are gone', async () => {
    const query = { tool: 'T', name: 'N', template: 'N' };
    await ana.storage('POST', 'study_templates', { fields: { name: 'N', content: 'x' } });
    await ana.storage('POST', 'drawing_templates', { query, fields: { content: 'x' } });
    for (const path of ['study_templates', 'drawing_templates']) {
      expect(await ana.storage('DELETE', path, { query })).toMatchObject(OK);
      expect((await ana.storage('DELETE', path, { query })).body.status).toBe('error');
    }
  });

  test('C42: other users’ charts are unreachable, whatever client and user are named', async () => {
    const id = await add(ana);
    const query = { tool: 'T', name: 'Ours', template: 'Ours' };
    await ana.storage('POST', 'study_templates', { fields: { name: 'Ours', content: 'x' } });
    await ana.storage('POST', 'drawing_templates', { query, fields: { content: 'x' } });
    for (const user of [ana.userId, 'me', '1']) {
      const forged = { client: 'moneytrail', user };
      const ofAna = { query: { ...forged, chart: String(id) } };
      expect((await ben.storage('GET', 'charts', { query: forged })).body.data).toEqual([]);
      const notFound = failed('Chart not found');
      expect(await ben.storage('GET', 'charts', ofAna)).toMatchObject(notFound);
      expect(await ben.storage('POST', 'charts', { ...ofAna, fields: CHART })).toMatchObject(
        notFound,
      );
      expect(await ben.storage('DELETE', 'charts', ofAna)).toMatchObject(notFound);
      for (const path of ['study_templates', 'drawing_templates']) {
        for (const method of ['GET', 'DELETE'] as const) {
          const { body } = await ben.storage(method, path, { query: { ...forged, ...query } });
          expect(body.message).toMatch(/not found$/);
        }
      }
    }
    expect((await ana.storage('GET', 'charts', chart(id))).body.data.content).toBe(CHART.content);
  });

  test('C40: every signed-in user may save, paid or not, and nobody else', async () => {
    const everybody = await addEverybody(world);
    for (const kind of KINDS) {
      if (kind === 'anonymous' || kind === 'awaiting a code') continue;
      const person = await signIn(world, everybody[kind]);
      const { body } = await person.storage('POST', 'charts', { fields: CHART });
      const isIn = signedIn()(kind) === PASSES;
      expect([kind, body.status]).toEqual([kind, isIn ? 'ok' : 'error']);
    }
  });

  test('without a valid token nothing is accessible', async () => {
    const message = 'Unauthorized. Please log in.';
    for (const authorization of ['', 'Bearer x', 'Basic eDp5']) {
      const answer = await ana.storage('GET', 'charts', { headers: { authorization } });
      expect(answer).toMatchObject(failed(message));
    }
  });

  test('OPTIONS answers without ids and token, and echoes the headers that are asked for', async () => {
    const ask = (headers: Record<string, string>) =>
      world.app.inject({ method: 'OPTIONS', url: '/api/1.1/charts', headers });
    const answer = await ask({ 'access-control-request-headers': 'x-a, authorization' });
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }]);
    expect(answer.headers).toMatchObject({
      'access-control-allow-headers': 'x-a, authorization',
      'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
    });
    expect((await ask({})).headers['access-control-allow-headers']).toBe('*');
  });

  test('C26, C27: a page of another site sends nothing and may read nothing', async () => {
    const id = await add(ana);
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS'] as const) {
      const headers = { origin: 'https://evil.example' };
      const answer = await ana.storage(method, 'charts', { ...chart(id), headers, fields: CHART });
      const isChange = method === 'POST' || method === 'DELETE';
      expect(answer.code).toBe(isChange ? 403 : 200);
      const told = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
      expect(told).toEqual([]);
    }
    expect((await ana.storage('GET', 'charts', chart(id))).body.data.id).toBe(id);
  });

  test('C26: a form without a token needs the session of a page of ours', async () => {
    const headers = { authorization: '', cookie: 'rt=anything' };
    const ask = (more: Record<string, string>) =>
      ana.storage('POST', 'charts', { fields: CHART, headers: { ...headers, ...more } });
    expect((await ask({})).code).toBe(403);
    const ours = await ask({ 'sec-fetch-site': 'same-origin' });
    expect(ours).toMatchObject(failed('Unauthorized. Please log in.'));
  });

  test.each([
    ['a form of many parts', 'multipart/form-data; boundary=x', '--x\r\n'.repeat(200_000)],
    ['a form of many fields', 'application/x-www-form-urlencoded', 'a&'.repeat(1_500_000)],
    ['nested arrays', 'application/json', '['.repeat(1_000_000)],
    ['a form without its boundary', 'multipart/form-data', 'x'],
    ['no form', 'text/plain', 'name=A'],
    ['half a form', 'multipart/form-data; boundary=x', '--x\r\nContent-Disp'],
    ['null', 'application/json', 'null'],
  ])('C33: %s is refused soon', async (_what, type, payload) => {
    const tookMs = await leastTime(2_000, 3, async () => {
      const answer = await world.app.inject({
        method: 'POST',
        url: '/api/1.1/charts?client=c&user=u',
        headers: { authorization: `Bearer ${ana.token}`, 'content-type': type },
        payload,
      });
      expect([answer.statusCode, answer.json().status]).toEqual([200, 'error']);
    });
    expect(tookMs).toBeLessThan(2_000);
  });

  test('clients, their users and our own page see nothing of each other', async () => {
    const person = await signIn(world);
    const named = (client: string, user: string) => ({ query: { client, user } });
    const template = { fields: { name: 'Ours', content: 'x' } };
    const { body } = await person.storage('POST', 'charts', { ...named('a', '1'), fields: CHART });
    await person.storage('POST', 'study_templates', { ...named('a', '1'), ...template });
    for (const [client, user] of [
      ['b', '1'],
      ['a', '2'],
      ['a","1', ''],
    ] as const) {
      const other = { client, user: user || 'x' };
      const ofOther = { query: { ...other, chart: String(body.id), template: 'Ours' } };
      expect((await person.storage('GET', 'charts', { query: other })).body.data).toEqual([]);
      for (const method of ['GET', 'POST', 'DELETE'] as const) {
        const answer = await person.storage(method, 'charts', { ...ofOther, fields: CHART });
        expect(answer).toMatchObject(failed('Chart not found'));
      }
      const removed = await person.storage('DELETE', 'study_templates', ofOther);
      expect(removed.body.status).toBe('error');
    }
    expect((await person.own('GET', 'layouts')).body).toEqual({ layouts: [] });
    expect((await person.own('GET', `layouts/${body.id}`)).status).toBe(404);
    const own = await person.storage('GET', 'charts', named('a', '1'));
    expect(own.body.data).toMatchObject([{ id: body.id, name: CHART.name }]);
  });

  test('what clients saved before they were kept apart belongs to all clients of the account', async () => {
    const person = await signIn(world);
    const id = await add(person);
    const { db } = world.context;
    await db.updateTable('layouts').set({ space: '*' }).where('id', '=', id).execute();
    await db
      .insertInto('chart_templates')
      .values({
        user_id: person.userId,
        space: '*',
        tool: '',
        name: 'Old',
        content: 'before',
        content_bytes: 6,
        saved_at_ms: 1,
      })
      .execute();
    const query = { client: 'new', user: 'new' };
    const list = await person.storage('GET', 'charts', { query });
    expect(list.body.data).toMatchObject([{ id }]);
    const studies = { query: { ...query, template: 'Old' } };
    const read = async () => (await person.storage('GET', 'study_templates', studies)).body.data;
    expect(await read()).toEqual({ name: 'Old', content: 'before' });
    await person.storage('POST', 'study_templates', {
      query,
      fields: { name: 'Old', content: 'x' },
    });
    expect(await read()).toEqual({ name: 'Old', content: 'x' });
    const names = await person.storage('GET', 'study_templates', { query });
    expect(names.body.data).toEqual([{ name: 'Old' }]);
    expect((await person.own('GET', 'layouts')).body).toEqual({ layouts: [] });
  });

  test('C26: a page of ours reads and saves by its session, as the library sends no token', async () => {
    const id = await addAccount(world);
    const user = await findUser(world.context.db, id);
    if (!user) throw new Error('nobody');
    const { cookie } = await beginSession(world.context, user);
    const person = await signIn(world, id);
    await world.app.listen({ host: '127.0.0.1', port: 0 });
    const address = world.app.server.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const ask = (headers: Record<string, string>, fields = CHART) =>
      person.storage('POST', 'charts', {
        fields,
        headers: { authorization: '', cookie: `rt=${cookie}`, ...headers },
      });
    expect((await ask({ origin })).body).toMatchObject({ status: 'ok' });
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      expect((await ask(headers as Record<string, string>)).code).toBe(403);
    }
    const read = async (headers: Record<string, string>) => {
      const url = '/api/1.1/charts?client=moneytrail&user=me';
      const answer = await world.app.inject({
        url,
        headers: { cookie: `rt=${cookie}`, ...headers },
      });
      return answer.json();
    };
    expect(await read({ 'sec-fetch-site': 'same-origin' })).toMatchObject({ data: [{}] });
    for (const site of ['cross-site', 'same-site', 'none']) {
      expect(await read({ 'sec-fetch-site': site })).toMatchObject({ status: 'error' });
    }
    expect(await read({})).toMatchObject({ status: 'error' });
  });
});

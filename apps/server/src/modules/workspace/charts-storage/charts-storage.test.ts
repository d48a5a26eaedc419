import { MAX_LAYOUT_BYTES } from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addEverybody, KINDS } from '../../../conformance/testing/people.ts';
import { PASSES, signedIn } from '../../../conformance/testing/policies.ts';
import { type AppWorld, startApp } from '../../../conformance/testing/start-app.ts';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { leastTime } from '../../../testing/least-time.ts';
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

  test('C26: a form without a token is refused, whatever its cookies', async () => {
    const headers = { authorization: '', cookie: 'rt=anything', 'sec-fetch-site': 'same-origin' };
    const answer = await ana.storage('POST', 'charts', { fields: CHART, headers });
    expect([answer.code, answer.body.status]).toEqual([403, 'error']);
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

  test('it reads and saves the same layouts as our own calls', async () => {
    const person = await signIn(world);
    const id = await add(person);
    const first = await person.own('GET', `layouts/${id}`);
    expect(first.body).toMatchObject({ ...CHART, id, revision: 1, isShared: false });
    await person.storage('POST', 'charts', { ...chart(id), fields: { ...CHART, name: 'B' } });
    const stale = await person.own('PUT', `layouts/${id}`, { ...CHART, baseRevision: 1 });
    expect(stale).toMatchObject({ status: 409, body: { code: 'LAYOUT_CHANGED' } });
    await person.own('PUT', `layouts/${id}`, { ...CHART, name: 'C', baseRevision: 2 });
    const { body } = await person.storage('GET', 'charts', chart(id));
    expect(body.data.name).toBe('C');
  });
});

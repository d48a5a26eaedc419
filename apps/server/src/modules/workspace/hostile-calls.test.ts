import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppWorld, startApp } from '../../conformance/testing/start-app.ts';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { type Person, signIn } from './testing/workspace-client.ts';

const DATA = { name: 'Morning', symbol: 'FMP:BTCUSD', resolution: '60', content: 'mine' };
/** Invalid layout ids, as an attacker might send them. */
const IDS = [
  ...['0', '-1', '1.5', '1e3', '0x1', '9007199254740993', '99999999999999999999', 'NaN', 'null'],
  ...['%00', '%2e%2e', '1%20or%201=1', '١', '１', '1;drop', '[1]', '{}', 'true', 'a'.repeat(300)],
];
/** Names that deceive who reads them, or break what stores them. */
const NAMES = [
  ...['\u202egnp.exe', 'a\u200bb', 'a\u2066b\u2069', 'a\u0000b', '\ud800', '\udc00x', 'a\u001bb'],
  ...['\ufeffa', ' ', '\u2028', 'x'.repeat(100_000), '<img src=x onerror=alert(1)>', "'; drop--"],
];

describe.each(USUAL_KINDS)('hostile requests of a registered user, on %s', (kind) => {
  let world: AppWorld;
  let base: string;
  let ana: Person;
  let ben: Person;
  let id: number;
  let link: string;
  beforeAll(async () => {
    world = await startApp(kind);
    base = `${await world.app.listen({ host: '127.0.0.1', port: 0 })}/api`;
    ana = await signIn(world);
    ben = await signIn(world);
    id = (await ana.own('POST', 'layouts', { key: randomUUID(), ...DATA })).body.id;
    link = (await ana.own('POST', `layouts/${id}/share`, { content: 'shown' })).body.token;
  });
  afterAll(() => world.close());

  const send = async (method: string, path: string, body?: unknown, { token } = ben) => {
    const answer = await fetch(`${base}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const isWhole = async () =>
    expect((await ana.own('GET', `layouts/${id}`)).body).toMatchObject({ ...DATA, revision: 1 });

  test('C42: ids of nothing and of others are answered alike by every call, and change nothing', async () => {
    for (const wrong of [...IDS, String(id)]) {
      const calls = [
        ['GET', `layouts/${wrong}`],
        ['PUT', `layouts/${wrong}`, { baseRevision: 1, ...DATA, content: 'stolen' }],
        ['DELETE', `layouts/${wrong}`],
        ['GET', `layouts/${wrong}/versions`],
        ['GET', `layouts/${id}/versions/${wrong}`],
        ['POST', `layouts/${wrong}/share`, { content: 'stolen' }],
        ['DELETE', `layouts/${wrong}/share`],
      ] as const;
      for (const [method, path, body] of calls) {
        const { status, text } = await send(method, path, body);
        expect([wrong, method, path, [400, 404, 414].includes(status)]).toEqual([
          wrong,
          method,
          path,
          true,
        ]);
        expect(text).not.toContain(DATA.content);
      }
      for (const method of ['GET', 'DELETE']) {
        const query = `client=a&user=${ana.userId}&chart=${wrong}`;
        const { status, text } = await send(method, `1.1/charts?${query}`);
        expect([method, wrong, status, JSON.parse(text).status]).toEqual([
          method,
          wrong,
          200,
          'error',
        ]);
      }
    }
    await isWhole();
  });

  test('C72: no name breaks a save, and accepted ones are returned unchanged', async () => {
    for (const name of NAMES) {
      const made = await send('POST', 'layouts', { key: randomUUID(), ...DATA, name });
      const isTaken = made.status === 200;
      expect({ name, status: made.status }).toEqual({ name, status: isTaken ? 200 : 400 });
      if (isTaken) {
        const { text } = await send('GET', `layouts/${JSON.parse(made.text).id}`);
        expect(JSON.parse(text).name).toBe(name);
      }
      const fields = new URLSearchParams({ ...DATA, name, tool: 'LineToolRay' });
      for (const path of ['charts', 'study_templates', 'drawing_templates']) {
        const answer = await fetch(`${base}/1.1/${path}?client=a&user=b&tool=T&name=N`, {
          method: 'POST',
          headers: { authorization: `Bearer ${ben.token}` },
          body: fields,
        });
        expect([path, answer.status]).toEqual([path, 200]);
        expect(['ok', 'error']).toContain(((await answer.json()) as { status: string }).status);
      }
    }
    expect((await ben.own('GET', 'layouts')).status).toBe(200);
  });

  test('fields of another kind than they should be are refused, and change nothing', async () => {
    const wrong = [
      null,
      [],
      'x',
      7,
      { ...DATA, name: 7 },
      { ...DATA, content: {} },
      { ...DATA, symbol: null },
      { ...DATA, revision: 5 },
      { ...DATA, userId: ana.userId },
      { ...DATA, baseRevision: '1' },
      { ...DATA, baseRevision: -1 },
      { ...DATA, isStep: 1 },
    ];
    for (const body of wrong) {
      const given = body && typeof body === 'object' && !Array.isArray(body);
      const saved = await send('PUT', `layouts/${id}`, body, ana);
      const made = await send('POST', 'layouts', given ? { key: 'no key', ...body } : body, ana);
      expect({ body, saved: saved.status, made: made.status }).toEqual({
        body,
        saved: 400,
        made: 400,
      });
    }
    await isWhole();
  });

  test('a link is opened by its whole token alone', async () => {
    const guesses = [
      ...[link.slice(0, -1), `${link}A`, link.toLowerCase(), link.toUpperCase(), `%20${link}`],
      ...['', '.', '..%2f', '%00', '*', '%25', 'x'.repeat(101), 'x'.repeat(5_000), String(id)],
    ];
    for (const guess of guesses) {
      const { status, text } = await send('GET', `shared-layouts/${guess}`);
      expect([guess.slice(0, 60), [400, 404, 414].includes(status)]).toEqual([
        guess.slice(0, 60),
        true,
      ]);
      expect(text).not.toContain('shown');
    }
    expect((await send('GET', `shared-layouts/${link}`)).text).toContain('shown');
  });
});

import { MAX_TEMPLATE_BYTES } from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppWorld, startApp } from '../../../conformance/testing/start-app.ts';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { signIn } from '../testing/workspace-client.ts';

describe.each(USUAL_KINDS)('templates, on %s', (kind) => {
  let world: AppWorld;
  beforeAll(async () => {
    world = await startApp(kind);
  });
  afterAll(() => world.close());

  const one = (name: string, of = 'studies') =>
    `template?${new URLSearchParams({ of, name }).toString()}`;

  async function addPerson() {
    const person = await signIn(world);
    const save = (name: string, content: string, of = 'studies') =>
      person.own('PUT', 'template', { of, name, content });
    const names = async (of = 'studies') =>
      (await person.own('GET', `templates?of=${of}`)).body.templates.map(
        (template: { name: string }) => template.name,
      );
    return { ...person, save, names };
  }

  test('are stored by tool and name, and can be overwritten', async () => {
    const { own, save, names } = await addPerson();
    for (const name of ['b/c?d#e %', 'a 😀', 'a 😀']) await save(name, `of ${name}`);
    await save('a 😀', 'another tool', 'trendLine');
    expect(await names()).toEqual(['a 😀', 'b/c?d#e %']);
    expect(await names('trendLine')).toEqual(['a 😀']);
    expect((await own('GET', one('b/c?d#e %'))).body).toEqual({ content: 'of b/c?d#e %' });
    await save('b/c?d#e %', 'newer');
    expect((await own('GET', one('b/c?d#e %'))).body).toEqual({ content: 'newer' });
    expect((await own('DELETE', one('a 😀'))).status).toBe(204);
    expect(await names()).toEqual(['b/c?d#e %']);
    expect(await names('trendLine')).toEqual(['a 😀']);
    expect((await own('GET', one('a 😀'))).status).toBe(404);
  });

  test('of another user look missing', async () => {
    const owner = await addPerson();
    await owner.save('Mine', 'secret');
    const other = await addPerson();
    expect(await other.names()).toEqual([]);
    expect((await other.own('GET', one('Mine'))).status).toBe(404);
    expect((await other.own('DELETE', one('Mine'))).status).toBe(204);
    expect((await owner.own('GET', one('Mine'))).body).toEqual({ content: 'secret' });
  });

  test('of our page and of clients of the charts storage are apart', async () => {
    const { own, storage, save, names } = await addPerson();
    await storage('POST', 'study_templates', { fields: { name: 'Theirs', content: 'x' } });
    await save('Ours', 'y');
    expect(await names()).toEqual(['Ours']);
    expect((await storage('GET', 'study_templates')).body.data).toEqual([{ name: 'Theirs' }]);
    expect((await own('GET', one('Theirs'))).status).toBe(404);
  });

  test('hold no more than they may', async () => {
    const { save, names } = await addPerson();
    expect((await save('Full', 'x'.repeat(MAX_TEMPLATE_BYTES))).status).toBe(204);
    expect((await save('More', 'x'.repeat(MAX_TEMPLATE_BYTES + 1))).status).toBe(413);
    expect((await save('', 'x')).status).toBe(400);
    expect((await save('Empty', '')).status).toBe(400);
    expect(await names()).toEqual(['Full']);
  });

  test('of an account over its limit can be overwritten by content that is no larger', async () => {
    const { userId, save, own } = await addPerson();
    const row = { user_id: userId, tool: 'moneytrail/studies', content_bytes: MAX_TEMPLATE_BYTES };
    const rows = Array.from({ length: 501 }, (_, index) => ({
      ...row,
      name: `Template ${index}`,
      content: 'x',
      saved_at_ms: 1,
    }));
    await world.context.db.insertInto('chart_templates').values(rows).execute();
    const statusOf = async (name: string, content: string) => (await save(name, content)).status;
    expect(await statusOf('One more', 'x')).toBe(409);
    expect(await statusOf('Template 0', 'x'.repeat(MAX_TEMPLATE_BYTES))).toBe(204);
    expect(await statusOf('Template 0', 'x')).toBe(204);
    expect(await statusOf('Template 0', 'longer')).toBe(409);
    expect((await own('GET', one('Template 0'))).body).toEqual({ content: 'x' });
  });
});

import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@moneytrail/calendar';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AppWorld, startApp } from '../../../conformance/testing/start-app.ts';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { type Person, signIn } from '../testing/workspace-client.ts';

const DATA = { name: 'Morning', symbol: 'FMP:BTCUSD', resolution: '60', content: '1' };
const STRETCH_MS = 5 * MINUTE_MS;

describe.each(USUAL_KINDS)('the version that a step replaces, on %s', (kind) => {
  let world: AppWorld;
  let ana: Person;
  let id: number;
  beforeAll(async () => {
    world = await startApp(kind);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    // Keeps all saves of a test within the same five minutes.
    world.addMs(STRETCH_MS - (world.context.clock.now() % STRETCH_MS));
    ana = await signIn(world);
    id = (await ana.own('POST', 'layouts', { key: randomUUID(), ...DATA })).body.id;
  });

  /** Saves over a revision; the content defaults to the number of the new revision. */
  async function save(base: number, { content = `${base + 1}`, ...more }: SaveOptions = {}) {
    const body = { ...DATA, content, baseRevision: base, ...more };
    const { status, body: saved } = await ana.own('PUT', `layouts/${id}`, body);
    expect([status, saved.revision]).toEqual([200, base + 1]);
  }
  async function kept() {
    const { versions } = (await ana.own('GET', `layouts/${id}/versions`)).body;
    const path = (revision: number) => `layouts/${id}/versions/${revision}`;
    const all = versions.map(({ revision }: { revision: number }) =>
      ana.own('GET', path(revision)),
    );
    return (await Promise.all(all)).map(({ body }) => body.content);
  }

  test('is kept however soon it was replaced, and however the work goes on', async () => {
    await save(1);
    await save(2);
    await save(3, { content: '1', isStep: true });
    expect(await kept()).toEqual(['1', '3']);
    await save(4);
    await save(5);
    expect(await kept()).toEqual(['6', '3']);
  });

  test('is kept of each step of several', async () => {
    await save(1, { isStep: true });
    await save(2, { isStep: true });
    expect(await kept()).toEqual(['3', '2', '1']);
  });

  test('is dropped without a step, declared or not', async () => {
    await save(1, { isStep: false });
    await save(2);
    expect(await kept()).toEqual(['3']);
  });

  test('is not kept twice where the step changes nothing', async () => {
    const body = { ...DATA, baseRevision: 1, isStep: true };
    expect((await ana.own('PUT', `layouts/${id}`, body)).body.revision).toBe(1);
    await save(1);
    expect(await kept()).toEqual(['2']);
  });

  test('is kept after a pause of five minutes, as is each version that the user saved', async () => {
    await save(1, { isKept: true });
    await save(2);
    world.addMs(6 * MINUTE_MS);
    ana = await signIn(world, ana.userId);
    await save(3);
    await save(4);
    expect(await kept()).toEqual(['5', '3', '2']);
    const same = { ...DATA, content: '5', baseRevision: 5, isKept: true };
    expect((await ana.own('PUT', `layouts/${id}`, same)).body.revision).toBe(5);
    await save(5);
    expect(await kept()).toEqual(['6', '5', '3', '2']);
    const made = { key: randomUUID(), ...DATA, isKept: true };
    id = (await ana.own('POST', 'layouts', made)).body.id;
    await save(1);
    expect(await kept()).toEqual(['2', '1']);
  });
});

type SaveOptions = { content?: string; isStep?: boolean; isKept?: boolean };

import { MAX_CHART_KEYS } from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppWorld, startApp } from '../../../conformance/testing/start-app.ts';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { signIn } from '../testing/workspace-client.ts';

describe.each(USUAL_KINDS)('the keys of chart commands, on %s', (kind) => {
  let world: AppWorld;
  beforeAll(async () => {
    world = await startApp(kind);
  });
  afterAll(() => world.close());

  test('are kept for their account alone, and are never overwritten unseen', async () => {
    const ana = await signIn(world);
    const read = async (person = ana) => (await person.own('GET', 'chart-keys')).body;
    const save = (baseRevision: number, keys: unknown) =>
      ana.own('PUT', 'chart-keys', { baseRevision, keys });
    expect(await read()).toEqual({ keys: [], revision: 0 });
    const reset = { command: 'reset', keys: 'Alt+KeyQ' };
    const picture = { command: 'picture', keys: 'Ctrl+Shift+KeyF' };
    const first = await save(0, [reset, picture]);
    expect(first).toMatchObject({ status: 200, body: { revision: 1 } });
    expect(await read()).toEqual({ keys: [picture, reset], revision: 1 });
    // The same keys in any order are no change, whatever they rest upon.
    expect((await save(0, [picture, reset])).body.revision).toBe(1);
    expect((await save(0, [])).body.code).toBe('RECORD_CHANGED');
    expect((await save(1, [])).body).toEqual({ keys: [], revision: 2 });
    expect(await read(await signIn(world))).toEqual({ keys: [], revision: 0 });
  });

  test.each([
    ['a command twice', Array(2).fill({ command: 'reset', keys: 'KeyQ' })],
    ['other keys', [{ command: 'reset', keys: 'Alt+<b>' }]],
    [
      'more commands than there are',
      Array.from({ length: MAX_CHART_KEYS + 1 }, (_, index) => ({
        command: `c${index}`,
        keys: 'KeyQ',
      })),
    ],
  ])('refuse %s', async (_, keys) => {
    const { status } = await (await signIn(world)).own('PUT', 'chart-keys', {
      baseRevision: 0,
      keys,
    });
    expect(status).toBe(400);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotNowError, NotSavedError } from './layout-saver.ts';
import {
  createDevice,
  createTestServer,
  createTestStorage,
  type Fault,
} from './testing/test-devices.ts';

const SOON_MS = 2_000;

/** A device with one layout saved on the server. */
async function saved(server = createTestServer()) {
  const device = createDevice(server);
  await device.saver.resume();
  device.draw('one');
  await device.clock.advance(SOON_MS);
  return { server, device };
}

describe('a chart that changes', () => {
  it('is saved as one layout within two seconds', async () => {
    const { server, device } = await saved();
    expect(server.rows()).toMatchObject([{ name: 'My chart', content: 'one', revision: 1 }]);
    expect(device.saver.state.get()).toMatchObject({ status: 'saved', layout: { id: 1 } });
    device.draw('two');
    await device.clock.advance(SOON_MS);
    expect(server.rows()).toMatchObject([{ content: 'two', revision: 2 }]);
  });

  it('is saved while it keeps changing', async () => {
    const { server, device } = await saved();
    for (let i = 0; i < 20; i++) {
      device.draw(`change ${i}`);
      await device.clock.advance(300);
    }
    expect(server.rows()[0]?.revision).toBeGreaterThan(3);
  });

  it('is serialized a few times a second at most, however often it changes', async () => {
    const { server, device } = await saved();
    const before = device.written();
    for (let i = 0; i < 400; i++) {
      device.draw(`change ${i}`);
      await device.clock.advance(5);
    }
    expect(device.written() - before).toBeLessThan(20);
    await device.clock.advance(SOON_MS);
    expect(server.contents()).toEqual(['change 399']);
  });

  it('is not saved while the server has the same content', async () => {
    const { server, device } = await saved();
    device.draw('one');
    await device.clock.advance(60_000);
    expect(server.rows()[0]?.revision).toBe(1);
    expect(device.saver.state.get().status).toBe('saved');
  });

  it('whose change is reverted stays reverted after a reload', async () => {
    const server = createTestServer();
    const device = createDevice(server, { isAutomatic: false });
    await device.saver.resume();
    device.draw('one');
    await device.clock.advance(SOON_MS);
    expect(Object.keys(device.storage)).toHaveLength(1);
    device.draw('');
    expect(Object.keys(device.storage)).toEqual([]);
    expect(device.saver.state.get().status).toBe('none');
    await device.clock.advance(SOON_MS);
    device.close();
    const again = createDevice(server, { storage: device.storage, isAutomatic: false });
    await again.saver.resume();
    expect(again.content()).toBe('');
  });

  it('whose change is reverted is saved again where the server may have the change', async () => {
    const { server, device } = await saved();
    device.fail('lost-answer');
    device.draw('two');
    await device.clock.advance(800);
    expect(server.contents()).toEqual(['two']);
    device.draw('one');
    await device.clock.advance(10_000);
    expect(server.contents()).toEqual(['one']);
    expect(device.content()).toBe('one');
  });

  it('waits for the user where saving is not automatic', async () => {
    const server = createTestServer();
    const device = createDevice(server, { isAutomatic: false });
    await device.saver.resume();
    device.draw('one');
    await device.clock.advance(60_000);
    expect(server.rows()).toEqual([]);
    expect(device.saver.state.get().status).toBe('unsaved');
    await device.saver.save('Maize');
    expect(server.rows()).toMatchObject([{ name: 'Maize', content: 'one' }]);
  });

  it('reports that it is too large, and is saved once it is not', async () => {
    const { server, device } = await saved();
    device.draw('x'.repeat(2_000));
    await device.clock.advance(60_000);
    expect(device.saver.state.get()).toMatchObject({ status: 'refused' });
    expect(server.contents()).toEqual(['one']);
    device.draw('small');
    await device.clock.advance(SOON_MS);
    expect(server.contents()).toEqual(['small']);
  });
});

describe('without answers', () => {
  it('a layout is created once, with the newest content', async () => {
    const server = createTestServer();
    const device = createDevice(server);
    await device.saver.resume();
    device.fail('lost-answer', 'lost-request', 'lost-answer');
    device.draw('one');
    await device.clock.advance(SOON_MS);
    device.draw('two');
    await device.clock.advance(30_000);
    expect(server.rows()).toMatchObject([{ content: 'two' }]);
    expect(device.saver.state.get().status).toBe('saved');
    expect(device.told).toEqual([]);
  });

  it('a change whose answer was lost does not conflict with itself', async () => {
    const { server, device } = await saved();
    device.fail('lost-answer');
    device.draw('two');
    await device.clock.advance(1_000);
    device.draw('three');
    await device.clock.advance(30_000);
    expect(server.rows()).toMatchObject([{ content: 'three' }]);
    expect(device.told).toEqual([]);
  });

  it('several changes whose answers were lost do not conflict either', async () => {
    const { server, device } = await saved();
    device.fail('lost-answer', 'lost-request', 'lost-request');
    for (const content of ['two', 'three', 'four']) {
      device.draw(content);
      await device.clock.advance(3_000);
    }
    await device.clock.advance(60_000);
    expect(server.contents()).toEqual(['four']);
    expect(device.told).toEqual([]);
  });

  it('a change is kept here and sent as soon as the server is back', async () => {
    const { server, device } = await saved();
    device.setOffline(true);
    device.draw('offline');
    await device.clock.advance(60_000);
    expect(device.saver.state.get().status).toBe('waiting');
    device.setOffline(false);
    device.saver.retryNow();
    await device.clock.advance(0);
    expect(server.contents()).toEqual(['offline']);
    expect(device.saver.state.get().status).toBe('saved');
  });

  it('a change survives a reload', async () => {
    const { server, device } = await saved();
    device.setOffline(true);
    device.draw('offline');
    const again = loadedAnew(device, server);
    const { storage } = again;
    await again.saver.resume();
    expect(again.content()).toBe('offline');
    await again.clock.advance(SOON_MS);
    expect(server.contents()).toEqual(['offline']);
    expect(Object.keys(storage)).toEqual([]);
  });

  it('a closed tab’s change is sent by the next tab, in its owner’s session alone', async () => {
    const { server, device } = await saved();
    device.setOffline(true);
    device.draw('offline');
    device.close();
    const { storage } = device;
    const other = createDevice(server, { storage, userId: 'ben' });
    await other.saver.resume();
    expect(server.contents()).toEqual(['one']);
    const next = createDevice(server, { storage });
    await next.saver.resume();
    expect(server.contents()).toEqual(['offline']);
    expect(next.content()).toBe('offline');
  });

  it('a change of another open tab is left to that tab', async () => {
    const { server, device } = await saved();
    device.setOffline(true);
    device.draw('offline');
    await device.clock.advance(SOON_MS);
    const { storage } = device;
    const openTabs = Object.keys(storage).map((key) => key.split(':')[1] ?? '');
    await createDevice(server, { storage, openTabs }).saver.resume();
    expect(server.contents()).toEqual(['one']);
    expect(Object.keys(storage)).toHaveLength(1);
  });
});

/** The same tab after it was loaded anew. */
function loadedAnew(
  device: ReturnType<typeof createDevice>,
  server: ReturnType<typeof createTestServer>,
  options: { early?: string } = {},
) {
  device.close();
  const { storage, clock } = device;
  const [key = ''] = Object.keys(storage);
  return createDevice(server, { ...options, storage, clock, tabId: key.split(':')[1] ?? '' });
}

describe('a page that closes', () => {
  it('has kept changes older than a quarter of a second, and newer ones when it is told of its end', async () => {
    const { device } = await saved();
    device.setOffline(true);
    const kept = () => Object.values(device.storage).join();
    device.draw('two');
    await device.clock.advance(250);
    expect(kept()).toContain('two');
    device.draw('three');
    expect(kept()).not.toContain('three');
    device.saver.keepDraft();
    expect(kept()).toContain('three');
  });

  it('during its first save loses no later change', async () => {
    const server = createTestServer();
    const device = createDevice(server);
    await device.saver.resume();
    device.fail('lost-answer');
    device.draw('one');
    await device.clock.advance(1_000);
    device.draw('one and two');
    const again = loadedAnew(device, server);
    await again.saver.resume();
    await again.clock.advance(SOON_MS);
    expect(server.rows()).toMatchObject([{ content: 'one and two', name: 'My chart' }]);
    expect(again.saver.state.get().status).toBe('saved');
  });

  it('during a save keeps later changes', async () => {
    const { server, device } = await saved();
    device.draw('two');
    await device.clock.advance(700);
    device.draw('three');
    const again = loadedAnew(device, server);
    await device.clock.advance(10_000);
    await again.saver.resume();
    expect(again.content()).toBe('three');
    await again.clock.advance(SOON_MS);
    expect(server.contents()).toEqual(['three']);
    expect(again.told).toEqual([]);
  });

  it('without a connection keeps unsent changes', async () => {
    const { server, device } = await saved();
    device.setOffline(true);
    device.draw('two');
    await device.clock.advance(700);
    const again = loadedAnew(device, server);
    await device.clock.advance(60_000);
    await again.saver.resume();
    expect(again.content()).toBe('two');
  });

  it('before the saved layout was read keeps drawings', async () => {
    const { server } = await saved();
    const device = createDevice(server);
    device.setOffline(true);
    await expect(device.saver.resume()).rejects.toThrow();
    device.draw('early');
    const again = loadedAnew(device, server);
    await again.saver.resume();
    await again.clock.advance(SOON_MS);
    expect(server.contents().sort()).toEqual(['early', 'one']);
  });

  it('after a sign-out sends and keeps nothing more', async () => {
    const { server, device } = await saved();
    device.signOut();
    device.draw('of somebody else');
    await device.clock.advance(60_000);
    expect(server.contents()).toEqual(['one']);
    expect(Object.keys(device.storage)).toEqual([]);
  });
});

describe('a change made before the saver was loaded', () => {
  it('becomes the next version of the last open layout', async () => {
    const { server } = await saved();
    const device = createDevice(server, { early: 'early' });
    await device.saver.resume();
    expect(device.content()).toBe('one+early');
    await device.clock.advance(SOON_MS);
    expect(server.rows()).toMatchObject([{ id: 1, content: 'one+early', revision: 2 }]);
    // The state that it replaced is kept as a version.
    expect(server.steps).toEqual([true]);
    expect(device.told).toEqual([]);
    device.draw('later');
    await device.clock.advance(SOON_MS);
    expect(server.steps).toEqual([true, false]);
  });

  it('becomes a new layout where there is none', async () => {
    const server = createTestServer();
    const device = createDevice(server, { early: 'early' });
    await device.saver.resume();
    await device.clock.advance(SOON_MS);
    expect(server.rows()).toMatchObject([{ content: 'early', revision: 1 }]);
  });

  it('survives a reload while the server is unreachable', async () => {
    const { server } = await saved();
    const device = createDevice(server, { early: 'early' });
    device.setOffline(true);
    await expect(device.saver.resume()).rejects.toThrow();
    await device.clock.advance(250);
    expect(Object.values(device.storage).join()).toContain('early');
    device.setOffline(false);
    await device.saver.resume();
    await device.clock.advance(SOON_MS);
    expect(server.contents()).toEqual(['one+early']);
    expect(Object.keys(device.storage)).toEqual([]);
  });

  it('is added to changes that the tab had not sent before a reload', async () => {
    const { server, device } = await saved();
    device.setOffline(true);
    device.draw('offline');
    const again = loadedAnew(device, server, { early: 'early' });
    again.saver.keepDraft();
    await again.saver.resume();
    expect(again.content()).toBe('offline+early');
    await again.clock.advance(SOON_MS);
    expect(server.rows()).toMatchObject([{ id: 1, content: 'offline+early' }]);
  });

  it('leaves no draft where nothing was changed', async () => {
    const { server } = await saved();
    const device = createDevice(server);
    device.setOffline(true);
    await expect(device.saver.resume()).rejects.toThrow();
    await device.clock.advance(60_000);
    device.saver.keepDraft();
    expect(Object.keys(device.storage)).toEqual([]);
  });
});

describe('two devices', () => {
  async function two() {
    const { server, device: first } = await saved();
    const second = createDevice(server);
    await second.saver.resume();
    return { server, first, second };
  }

  it('show the same chart, and follow each other’s saves', async () => {
    const { first, second } = await two();
    expect(second.content()).toBe('one');
    first.draw('two');
    await first.clock.advance(SOON_MS);
    await second.clock.advance(0);
    expect(second.content()).toBe('two');
    expect(second.saver.state.get().status).toBe('saved');
  });

  it('that change it at once keep both versions and tell the user', async () => {
    const { server, first, second } = await two();
    first.draw('mine');
    second.draw('yours');
    await first.clock.advance(SOON_MS);
    await second.clock.advance(SOON_MS);
    expect(server.contents().sort()).toEqual(['mine', 'yours']);
    expect([first.content(), second.content()]).toEqual(['mine', 'yours']);
    expect(second.told).toHaveLength(1);
    expect(second.saver.state.get().layout?.name).toMatch(/^My chart \(copy of \d\d:\d\d\)$/);
    expect(first.told).toEqual([]);
  });

  it('lose nothing when one removes a layout that the other changes', async () => {
    const { server, first, second } = await two();
    first.setOffline(true);
    first.draw('changed');
    await first.clock.advance(SOON_MS);
    server.remove(1);
    first.setOffline(false);
    first.saver.retryNow();
    await first.clock.advance(SOON_MS);
    expect(server.contents()).toEqual(['changed']);
    expect(second.saver.state.get()).toMatchObject({ layout: null, status: 'none' });
    expect(second.content()).toBe('one');
  });

  it('change nothing while a drawing is being made', async () => {
    const { first, second } = await two();
    second.setBusy(true);
    first.draw('two');
    await first.clock.advance(SOON_MS);
    await second.clock.advance(0);
    expect(second.content()).toBe('one');
    second.setBusy(false);
    await second.clock.advance(1_000);
    expect(second.content()).toBe('two');
  });

  it('distinguish “not read yet” from “not saved”', async () => {
    const server = createTestServer();
    await saved(server);
    const device = createDevice(server, { isAutomatic: false });
    for (const early of [device.saver.open(1), device.saver.save(), device.saver.saveCopy('B')]) {
      await expect(early).rejects.toThrow('The chart is still being read. Try again in a moment.');
      await expect(early).rejects.toBeInstanceOf(NotNowError);
    }
    await device.saver.resume();
    device.draw('mine');
    await expect(device.saver.open(1)).rejects.toBeInstanceOf(NotSavedError);
  });

  it('catch up with missed changes', async () => {
    const { server, first, second } = await two();
    server.listeners.clear();
    first.draw('two');
    await first.clock.advance(SOON_MS);
    second.saver.noticeRemote(null, null);
    await second.clock.advance(0);
    expect(second.content()).toBe('two');
  });

  const step = fc.record({
    device: fc.nat(1),
    waitMs: fc.nat(3_000),
    fault: fc.constantFrom<Fault>(null, null, 'lost-request', 'lost-answer'),
  });

  it('never lose a screen’s last state, whatever requests and answers are lost', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const { server, first, second } = await two();
        const both = [first, second] as const;
        for (const [index, { device, waitMs, fault }] of steps.entries()) {
          const one = both[device === 0 ? 0 : 1];
          one.fail(fault);
          one.draw(`content ${index}`);
          await one.clock.advance(waitMs);
        }
        for (let round = 0; round < 3; round++) {
          for (const one of both) await one.clock.advance(200_000);
        }
        const kept = server.contents();
        for (const one of both) {
          expect(kept).toContain(one.content());
          expect(one.saver.state.get().status).toBe('saved');
          one.close();
        }
      }),
    );
  });
});

describe('layouts', () => {
  it('are opened one after the other, each saved before it is left', async () => {
    const { server, device } = await saved();
    await device.saver.saveCopy('Second');
    expect(server.rows().map(({ name }) => name)).toEqual(['My chart', 'Second']);
    device.draw('changed');
    await device.saver.open(1);
    expect(device.content()).toBe('one');
    expect(server.contents()).toEqual(['one', 'changed']);
    expect(device.lastId()).toBe(1);
  });

  it('are not opened once another was chosen, whichever arrives first', async () => {
    const { server, device: maker } = await saved();
    maker.draw('two');
    await maker.saver.saveCopy('Second');
    await maker.saver.saveCopy('Third', 'three');
    let letCome = () => {};
    const late = new Promise<void>((done) => {
      letCome = done;
    });
    const reachedBy: typeof server.reachedBy = (fault) => {
      const api = server.reachedBy(fault);
      const get: typeof api.get = async (id) => {
        if (id === 1) await late;
        return api.get(id);
      };
      return { ...api, get };
    };
    const device = createDevice({ ...server, reachedBy });
    await device.saver.resume();
    const first = device.saver.open(1);
    await device.saver.open(2);
    letCome();
    await first;
    expect(device.content()).toBe('two');
    expect(device.lastId()).toBe(2);
  });

  it('are not left before the server has the last changes', async () => {
    const { server, device } = await saved();
    await device.saver.saveCopy('Second');
    device.draw('offline');
    device.fail('lost-request');
    await expect(device.saver.open(1)).rejects.toThrow('not saved yet');
    expect(device.content()).toBe('offline');
    await device.clock.advance(30_000);
    expect(server.contents()).toEqual(['one', 'offline']);
  });

  it('with unsaved changes are not left without automatic saving, unless forced', async () => {
    const { server } = await saved();
    const device = createDevice(server, { isAutomatic: false });
    await device.saver.resume();
    device.draw('by hand');
    await expect(device.saver.open(1)).rejects.toThrow('not saved yet');
    expect(device.content()).toBe('by hand');
    await device.saver.open(1, true);
    expect(device.content()).toBe('one');
  });

  it('that another page asked for are the first to be opened', async () => {
    const { server, device: maker } = await saved();
    await maker.saver.saveCopy('Second', 'two');
    const device = createDevice(server);
    await device.saver.resume(1);
    expect([device.content(), device.lastId()]).toEqual(['one', 1]);
    expect(device.told).toEqual([]);
  });

  it('that another page asked for come after what this tab had not sent', async () => {
    const { server } = await saved();
    const device = createDevice(server, { tabId: 'own' });
    await device.saver.resume();
    await device.saver.saveCopy('Second', 'two');
    device.draw('not sent');
    device.close();
    const again = createDevice(server, { storage: device.storage, tabId: 'own' });
    await again.saver.resume(1);
    expect(again.content()).toBe('one');
    expect(server.contents()).toEqual(['one', 'not sent']);
  });

  it('that another page asked for and that are gone leave the chart as it would be', async () => {
    const { server } = await saved();
    const device = createDevice(server);
    await device.saver.resume(99);
    expect(device.content()).toBe('one');
    expect(device.told).toEqual([expect.stringContaining('The saved chart was not opened.')]);
  });

  it('that are already open stay as they are', async () => {
    const { server, device } = await saved();
    device.draw('two');
    await device.saver.open(1);
    expect(device.content()).toBe('two');
    await device.clock.advance(SOON_MS);
    expect(server.contents()).toEqual(['two']);
    expect(device.told).toEqual([]);
  });

  it('of other clients are skipped at the start and never overwritten', async () => {
    const { server } = await saved();
    const fields = { name: 'Theirs', symbol: '', resolution: '', content: 'foreign' };
    server.create('theirs', fields);
    const device = createDevice(server);
    await device.saver.resume();
    expect(device.content()).toBe('one');
    await expect(device.saver.open(2)).rejects.toThrow('Not a chart');
    device.draw('two');
    await device.clock.advance(SOON_MS);
    expect(server.contents()).toEqual(['two', 'foreign']);
  });

  it('are created of an unchanged chart only on request', async () => {
    const server = createTestServer();
    const device = createDevice(server);
    await device.saver.resume();
    await device.clock.advance(60_000);
    expect(server.rows()).toEqual([]);
    await device.saver.save('Maize');
    expect(server.rows()).toMatchObject([{ name: 'Maize' }]);
  });

  it('are renamed', async () => {
    const { server, device } = await saved();
    await device.saver.save('Maize');
    expect(server.rows()).toMatchObject([{ name: 'Maize', content: 'one' }]);
  });

  it('return to older content as a new change', async () => {
    const { server, device } = await saved();
    device.draw('two');
    await device.clock.advance(SOON_MS);
    device.saver.replace('one');
    await device.clock.advance(SOON_MS);
    expect(server.rows()).toMatchObject([{ content: 'one', revision: 3 }]);
    device.draw('three');
    await device.clock.advance(SOON_MS);
    expect(server.steps).toEqual([false, true, false]);
  });

  it('return to older content as a step of its own, even while a save is under way', async () => {
    const { server, device } = await saved();
    device.draw('two');
    const saving = device.saver.save();
    while (device.saver.state.get().status !== 'saving') await Promise.resolve();
    device.saver.replace('one');
    await saving;
    await device.clock.advance(SOON_MS);
    expect(server.rows()).toMatchObject([{ content: 'one', revision: 3 }]);
    expect(server.steps).toEqual([false, true]);
  });

  it('keep drawings made before they arrived', async () => {
    const { server } = await saved();
    const device = createDevice(server);
    device.draw('early');
    await device.saver.resume();
    expect(device.content()).toBe('one+early');
    await device.clock.advance(SOON_MS);
    expect(server.contents()).toContain('one+early');
  });

  it('are not opened on a device that saves by hand and never opened one', async () => {
    const { server } = await saved();
    const device = createDevice(server, { isAutomatic: false, storage: createTestStorage() });
    await device.saver.resume();
    expect(device.content()).toBe('');
  });
});

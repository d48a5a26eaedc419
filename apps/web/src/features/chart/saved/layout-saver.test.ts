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
  it('is a layout of the server within two seconds, and stays the same one', async () => {
    const { server, device } = await saved();
    expect(server.rows()).toMatchObject([{ name: 'My chart', content: 'one', revision: 1 }]);
    expect(device.saver.state.get()).toMatchObject({ status: 'saved', layout: { id: 1 } });
    device.draw('two');
    await device.clock.advance(SOON_MS);
    expect(server.rows()).toMatchObject([{ content: 'two', revision: 2 }]);
  });

  it('is saved while it goes on changing', async () => {
    const { server, device } = await saved();
    for (let i = 0; i < 20; i++) {
      device.draw(`change ${i}`);
      await device.clock.advance(300);
    }
    expect(server.rows()[0]?.revision).toBeGreaterThan(3);
  });

  it('is written a few times a second, however often it changes', async () => {
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

  it('is not saved while it is as the server has it', async () => {
    const { server, device } = await saved();
    device.draw('one');
    await device.clock.advance(60_000);
    expect(server.rows()[0]?.revision).toBe(1);
    expect(device.saver.state.get().status).toBe('saved');
  });

  it('that is as before again does not come back otherwise when the page is loaded anew', async () => {
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

  it('that is as before again is saved so where the server may have the change', async () => {
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

  it('waits for the person where saving is not automatic', async () => {
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

  it('tells when it is too large, and is saved once it no longer is', async () => {
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
  it('a chart is made once, of its newest content', async () => {
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

  it('a change whose answer was lost is no conflict with oneself', async () => {
    const { server, device } = await saved();
    device.fail('lost-answer');
    device.draw('two');
    await device.clock.advance(1_000);
    device.draw('three');
    await device.clock.advance(30_000);
    expect(server.rows()).toMatchObject([{ content: 'three' }]);
    expect(device.told).toEqual([]);
  });

  it('several changes whose answers were lost are no conflict either', async () => {
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

  it('a change waits here and is sent as soon as the server is back', async () => {
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

  it('a change survives that the page is loaded anew', async () => {
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

  it('a change of a tab that is gone is sent by the next one, whoever was signed in alone', async () => {
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

  it('a change of another tab that is still open is left to it', async () => {
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

describe('a page that goes', () => {
  it('has kept what was changed a quarter of a second before, and the rest where it is told of its end', async () => {
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

  it('while its first save is under way loses nothing of what came after it', async () => {
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

  it('while a save is under way keeps what was changed since', async () => {
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

  it('without a connection keeps what was not sent', async () => {
    const { server, device } = await saved();
    device.setOffline(true);
    device.draw('two');
    await device.clock.advance(700);
    const again = loadedAnew(device, server);
    await device.clock.advance(60_000);
    await again.saver.resume();
    expect(again.content()).toBe('two');
  });

  it('before what was saved could be read keeps what was drawn', async () => {
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

  it('with who was signed in sends and keeps nothing more', async () => {
    const { server, device } = await saved();
    device.signOut();
    device.draw('of somebody else');
    await device.clock.advance(60_000);
    expect(server.contents()).toEqual(['one']);
    expect(Object.keys(device.storage)).toEqual([]);
  });
});

describe('what was changed before the saver was there', () => {
  it('stays, as the next version of the layout that was open last', async () => {
    const { server } = await saved();
    const device = createDevice(server, { early: 'early' });
    await device.saver.resume();
    expect(device.content()).toBe('one+early');
    await device.clock.advance(SOON_MS);
    expect(server.rows()).toMatchObject([{ id: 1, content: 'one+early', revision: 2 }]);
    // What it took the place of is kept as a version.
    expect(server.steps).toEqual([true]);
    expect(device.told).toEqual([]);
    device.draw('later');
    await device.clock.advance(SOON_MS);
    expect(server.steps).toEqual([true, false]);
  });

  it('is a layout of its own where there is none yet', async () => {
    const server = createTestServer();
    const device = createDevice(server, { early: 'early' });
    await device.saver.resume();
    await device.clock.advance(SOON_MS);
    expect(server.rows()).toMatchObject([{ content: 'early', revision: 1 }]);
  });

  it('survives that the page is loaded anew before the server could be reached', async () => {
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

  it('stays on top of what the tab had not sent before it was loaded anew', async () => {
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

  it('leaves no draft behind where nothing was', async () => {
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

  it('show the same chart, and what one saves comes to the other', async () => {
    const { first, second } = await two();
    expect(second.content()).toBe('one');
    first.draw('two');
    await first.clock.advance(SOON_MS);
    await second.clock.advance(0);
    expect(second.content()).toBe('two');
    expect(second.saver.state.get().status).toBe('saved');
  });

  it('that change it at once keep both versions, and the person is told', async () => {
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

  it('lose nothing that one of them removes while the other changes it', async () => {
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

  it('change nothing under the hand of who draws', async () => {
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

  it('tell what is not read yet from what is not saved', async () => {
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

  it('catch up with what they missed', async () => {
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

  it('never lose what was on a screen last, whatever is lost between', async () => {
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
  it('are opened one after the other, what was changed being saved before', async () => {
    const { server, device } = await saved();
    await device.saver.saveCopy('Second');
    expect(server.rows().map(({ name }) => name)).toEqual(['My chart', 'Second']);
    device.draw('changed');
    await device.saver.open(1);
    expect(device.content()).toBe('one');
    expect(server.contents()).toEqual(['one', 'changed']);
    expect(device.lastId()).toBe(1);
  });

  it('are not opened where another was chosen since, whichever comes first', async () => {
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

  it('are not left while the server does not have the last changes', async () => {
    const { server, device } = await saved();
    await device.saver.saveCopy('Second');
    device.draw('offline');
    device.fail('lost-request');
    await expect(device.saver.open(1)).rejects.toThrow('not saved yet');
    expect(device.content()).toBe('offline');
    await device.clock.advance(30_000);
    expect(server.contents()).toEqual(['one', 'offline']);
  });

  it('are not left by hand while something is not saved, unless it may be lost', async () => {
    const { server } = await saved();
    const device = createDevice(server, { isAutomatic: false });
    await device.saver.resume();
    device.draw('by hand');
    await expect(device.saver.open(1)).rejects.toThrow('not saved yet');
    expect(device.content()).toBe('by hand');
    await device.saver.open(1, true);
    expect(device.content()).toBe('one');
  });

  it('that are open already stay as they are on the screen', async () => {
    const { server, device } = await saved();
    device.draw('two');
    await device.saver.open(1);
    expect(device.content()).toBe('two');
    await device.clock.advance(SOON_MS);
    expect(server.contents()).toEqual(['two']);
    expect(device.told).toEqual([]);
  });

  it('of other clients are passed over at the start, and never written over', async () => {
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

  it('are not made of a chart that nobody has changed, but where somebody asks for it', async () => {
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

  it('go back to an older content as a new change', async () => {
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

  it('keep what was drawn before they came', async () => {
    const { server } = await saved();
    const device = createDevice(server);
    device.draw('early');
    await device.saver.resume();
    expect(device.content()).toBe('one+early');
    await device.clock.advance(SOON_MS);
    expect(server.contents()).toContain('one+early');
  });

  it('of nobody are opened on a device that saves by hand and never opened one', async () => {
    const { server } = await saved();
    const device = createDevice(server, { isAutomatic: false, storage: createTestStorage() });
    await device.saver.resume();
    expect(device.content()).toBe('');
  });
});

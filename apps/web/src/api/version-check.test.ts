import { beforeEach, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../lib/testing/fake-clock.ts';
import { createVersionCheck } from './version-check.ts';

const OWN = '/assets/index-1.js';
const NEXT = '/assets/index-2.js';

let clock: FakeClock;
let served: string | null;

beforeEach(() => {
  clock = createFakeClock(0);
  served = OWN;
});

function openPage() {
  const readServed = async () => {
    if (served === null) throw new Error('out of reach');
    return served;
  };
  return createVersionCheck({ clock, own: OWN, readServed });
}

it('reports nothing while the server has the page’s build', async () => {
  const { isOutdated, check } = openPage();
  check();
  await clock.advance(120_000);
  expect(isOutdated.get()).toBe(false);
});

it('reports a new build once two answers name it, half a minute apart', async () => {
  const { isOutdated, check } = openPage();
  served = NEXT;
  check();
  await clock.advance(29_999);
  expect(isOutdated.get()).toBe(false);
  await clock.advance(1);
  expect(isOutdated.get()).toBe(true);
});

it('reports nothing where a running deployment answered once with the new build', async () => {
  const { isOutdated, check } = openPage();
  served = NEXT;
  check();
  await clock.advance(10_000);
  served = OWN;
  await clock.advance(120_000);
  expect(isOutdated.get()).toBe(false);
  expect(clock.nextInMs()).toBeNull();
});

it('starts over with an even newer build', async () => {
  const { isOutdated, check } = openPage();
  served = NEXT;
  check();
  await clock.advance(10_000);
  served = '/assets/index-3.js';
  await clock.advance(20_000);
  expect(isOutdated.get()).toBe(false);
  await clock.advance(30_000);
  expect(isOutdated.get()).toBe(true);
});

it('runs one check however often it is called, and another after an outage', async () => {
  const { isOutdated, check } = openPage();
  served = NEXT;
  for (let call = 0; call < 5; call += 1) check();
  await clock.advance(10_000);
  served = null;
  await clock.advance(20_000);
  expect(isOutdated.get()).toBe(false);
  expect(clock.nextInMs()).toBeNull();
  served = NEXT;
  check();
  await clock.advance(30_000);
  expect(isOutdated.get()).toBe(true);
});

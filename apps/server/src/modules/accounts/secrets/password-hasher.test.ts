import { expect, test } from 'vitest';
import { createPasswordHasher } from './password-hasher.ts';

const PASSWORD = 'Gr1ffin-Rock';

test('C1: a stored hash is Argon2id with its parameters and a salt of 16 bytes inside', async () => {
  const hash = await createPasswordHasher().hash(PASSWORD);
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash);
  const [memoryKiB, passes, lanes] = (parts ?? []).slice(1, 4).map(Number);
  expect(memoryKiB).toBeGreaterThanOrEqual(19 * 1_024);
  expect(passes).toBeGreaterThanOrEqual(2);
  expect(lanes).toBe(1);
  expect(Buffer.from(parts?.[4] ?? '', 'base64')).toHaveLength(16);
  expect(await createPasswordHasher().hash(PASSWORD)).not.toBe(hash);
});

test('C1: a password is verified within half a second, an unknown account no sooner', async () => {
  const hasher = createPasswordHasher();
  const hash = await hasher.hash(PASSWORD);
  await hasher.verify(PASSWORD, null);
  const timed = async (stored: string | null) => {
    const startedAt = performance.now();
    expect(await hasher.verify(PASSWORD, stored)).toBe(stored !== null);
    return performance.now() - startedAt;
  };
  // In turns, and the shortest of each: other load on the machine can only make a run longer.
  let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 7; round += 1) {
    known = Math.min(known, await timed(hash));
    unknown = Math.min(unknown, await timed(null));
  }
  expect(known).toBeLessThan(500);
  expect(unknown).toBeGreaterThan(known / 2);
});

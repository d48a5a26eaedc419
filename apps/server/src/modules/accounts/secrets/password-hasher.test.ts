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
  const medianOf = async (stored: string | null) => {
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const startedAt = performance.now();
      expect(await hasher.verify(PASSWORD, stored)).toBe(stored !== null);
      times.push(performance.now() - startedAt);
    }
    return times.toSorted((a, b) => a - b)[2] ?? Number.NaN;
  };
  const [known, unknown] = [await medianOf(hash), await medianOf(null)];
  expect(known).toBeLessThan(500);
  expect(unknown).toBeGreaterThan(known / 2);
});

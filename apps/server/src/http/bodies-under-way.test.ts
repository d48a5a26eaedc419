import { PassThrough } from 'node:stream';
import { AppError } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { createBodiesUnderWay } from './bodies-under-way.ts';

function start() {
  const bodies = createBodiesUnderWay(100);
  return (caller: string, bytes: number) => {
    const body = new PassThrough().resume();
    try {
      bodies.begin(caller, bytes, body);
      return body;
    } catch (error) {
      if (error instanceof AppError) return error.code;
      throw error;
    }
  };
}

test('bodies that one caller has not finished are limited, others are admitted', () => {
  const begin = start();
  begin('one', 60);
  expect(begin('one', 41)).toBe('RATE_LIMITED');
  expect(begin('one', 40)).toBeInstanceOf(PassThrough);
  expect(begin('other', 60)).toBeInstanceOf(PassThrough);
});

test('a single body is admitted whatever its endpoint accepts', () => {
  const begin = start();
  expect(begin('one', 1_000)).toBeInstanceOf(PassThrough);
  expect(begin('one', 1)).toBe('RATE_LIMITED');
});

test.each([
  ['has ended', (body: PassThrough) => body.end()],
  ['was given up', (body: PassThrough) => body.destroy()],
  ['has failed', (body: PassThrough) => body.on('error', () => {}).destroy(new Error('reset'))],
])('a body that %s makes room', async (_how, leave) => {
  const begin = start();
  const body = begin('one', 100);
  if (!(body instanceof PassThrough)) throw new Error('it was refused');
  leave(body);
  await expect.poll(() => begin('one', 100)).toBeInstanceOf(PassThrough);
});

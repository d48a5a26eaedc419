import { expect, test } from 'vitest';
import { pageOf } from './public-origin.ts';

const OWN = ['https://app.example', 'http://localhost:3000'];

test.each([
  ['https://app.example/dashboard?a=1#b', 'https://app.example/dashboard?a=1#b'],
  ['HTTPS://APP.example:443/a/../b', 'https://app.example/b'],
  ['http://localhost:3000\\@evil.test', 'http://localhost:3000/@evil.test'],
  ['http:\\\\localhost:3000\\\\evil.test', 'http://localhost:3000//evil.test'],
  [' http:/localhost:3000/\t\n', 'http://localhost:3000/'],
  ['http://localhost:3000\uFF0F@evil.test', null],
  ['http://localhost:3000@evil.test', null],
  ['https://app.example@evil.test/', null],
  ['https://me:secret@app.example/', null],
  ['https://app.example.evil.test/', null],
  ['https://app.example:8443/', null],
  ['http://app.example/', null],
  ['blob:https://app.example/1', null],
  ['javascript:alert(1)//https://app.example', null],
  ['/dashboard', null],
  ['', null],
])('%j as a page of ours is %j', (address, page) => {
  expect(pageOf(address, OWN)).toBe(page);
});

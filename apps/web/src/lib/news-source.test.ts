import { expect, test } from 'vitest';
import { newsAddress, sandboxOf } from './news-source.ts';

const OWN = 'https://app.example';

test('the theme replaces every placeholder in the address', () => {
  const source = 'https://news.example/{theme}?locale=en#%7B%22colorTheme%22%3A%22{theme}%22%7D';
  expect(newsAddress(source, 'dark')).toBe(
    'https://news.example/dark?locale=en#%7B%22colorTheme%22%3A%22dark%22%7D',
  );
});

test.each([
  ['https://news.example/', true],
  ['https://app.example.news.example/', true],
  ['https://app.example:8443/', true],
  ['/api/demo/news?theme=dark', false],
  ['https://app.example/news', false],
  ['//app.example/news', false],
  ['https://APP.example:443/news', false],
])('S8: a frame of %s keeps its origin: %s', (address, isKept) => {
  expect(sandboxOf(address, OWN).includes('allow-same-origin')).toBe(isKept);
});

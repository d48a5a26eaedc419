import { expect, test } from 'vitest';
import { newsSourceOf } from './news-source.ts';

test('without a setting the timeline of the markets is framed, in either theme', () => {
  const source = newsSourceOf({ newsUrl: null, isDemo: false });
  expect(source).toMatchObject({ frameSource: 'https://s.tradingview.com', isDemo: false });
  const { hash, pathname } = new URL((source?.address ?? '').replace('{theme}', 'dark'));
  expect(pathname).toBe('/embed-widget/timeline/');
  expect(JSON.parse(decodeURIComponent(hash.slice(1)))).toMatchObject({
    colorTheme: 'dark',
    feedMode: 'all_symbols',
  });
});

test('demo mode frames a page of its own', () => {
  expect(newsSourceOf({ newsUrl: null, isDemo: true })).toEqual({
    address: '/api/demo/news?theme={theme}',
    frameSource: "'self'",
    isDemo: true,
  });
});

test('a setting comes before both, and its host alone may be framed', () => {
  const newsUrl = 'https://news.example:8443/feed?look={theme}';
  for (const isDemo of [true, false]) {
    expect(newsSourceOf({ newsUrl, isDemo })).toEqual({
      address: newsUrl,
      frameSource: 'https://news.example:8443',
      isDemo: false,
    });
    expect(newsSourceOf({ newsUrl: 'none', isDemo })).toBeNull();
  }
});

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppWorld, startApp } from '../conformance/testing/start-app.ts';
import { ANY_KIND } from '../db/testing/test-database.ts';

let world: AppWorld;
let other: AppWorld;
beforeAll(async () => {
  world = await startApp(ANY_KIND);
  other = await startApp(ANY_KIND, { environment: { NEWS_URL: 'https://news.example/{theme}' } });
});
afterAll(async () => {
  await world.close();
  await other.close();
});

test('every item of the simulated news is labelled, in either theme', async () => {
  for (const theme of ['light', 'dark']) {
    const { body } = await world.app.inject(`/api/demo/news?theme=${theme}`);
    expect(body).toContain(`data-theme="${theme}"`);
    const items = body.split('<li>').slice(1);
    expect(items.length).toBeGreaterThan(8);
    for (const item of items) expect(item).toContain('>Simulated<');
  }
});

test('its page runs nothing, loads nothing and stands in frames of our own alone', async () => {
  const { headers, body } = await world.app.inject('/api/demo/news?theme="><script>');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+';/);
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toContain('; sandbox');
  const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(body) ?? [];
  expect(policy).toContain(createHash('sha256').update(style).digest('base64'));
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  expect(body).not.toContain('<script');
});

test('no other page of ours can be framed, and ours frame the news alone', async () => {
  for (const [{ app }, source] of [
    [world, "'self'"],
    [other, "'self' https://news.example"],
  ] as const) {
    const { headers } = await app.inject('/nothing');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).toContain(`frame-src ${source};`);
  }
});

test('D6: where other news are shown, nothing stands at its address', async () => {
  expect((await other.app.inject('/api/demo/news')).statusCode).toBe(404);
});

import fastify from 'fastify';
import { expect, test } from 'vitest';
import { handleErrors } from '../http/error-handler.ts';
import { serveDemoMail } from './mail-page.ts';

const HTML = '<!doctype html>\n<html><head><title>Hi</title></head><body>Hi</body></html>';

function openServer() {
  const app = fastify();
  handleErrors(app);
  serveDemoMail(app, { htmlOf: async (id) => (id === 7 ? HTML : null) });
  return app;
}

test('a mail runs nothing, loads nothing, and stands in frames of our own alone', async () => {
  const { headers, body } = await openServer().inject('/api/demo/mail/7');
  expect(headers['content-type']).toContain('text/html');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; base-uri 'none';/);
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toMatch(/; sandbox allow-popups allow-popups-to-escape-sandbox$/);
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  expect(body).toContain('<head><base target="_blank"><title>');
});

test.each(['8', '0', '-7', '7.5', 'x', '99999999999999999999'])(
  'there is no mail with the id %s',
  async (id) => {
    expect((await openServer().inject(`/api/demo/mail/${id}`)).statusCode).toBe(404);
  },
);

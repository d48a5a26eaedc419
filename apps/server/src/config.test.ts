import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { settings } from './settings.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.example/moneytrail',
  PUBLIC_URL: 'https://moneytrail.example',
  FMP_API_KEY: 'a',
  TIINGO_TOKEN: 'b',
  BVG_BASE_URL: 'https://bvg.example',
  AUTH_SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtp://mail.example',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+27825550100',
};

function messageOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

describe('configuration', () => {
  test('without any setting the product runs embedded, on this machine alone', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3_000,
      dataDir: './data',
      databaseUrl: null,
      natsUrl: null,
      roles: ['api', 'ingest'],
      isProduction: false,
    });
  });

  test('every setting that does not fit is named at once', () => {
    const message = messageOf({ PORT: 'high', DATABASE_URL: 'nowhere', ROLES: 'cook' });
    for (const name of ['PORT', 'DATABASE_URL', 'ROLES']) expect(message).toContain(name);
  });

  test('in production nothing falls back: an empty environment names all that is missing', () => {
    const message = messageOf({ NODE_ENV: 'production' });
    for (const name of [
      'DATABASE_URL',
      'PUBLIC_URL',
      'FMP_API_KEY',
      'TIINGO_TOKEN',
      'BVG_BASE_URL',
      'AUTH_SECRET',
      'SMTP_URL',
      'TWILIO_ACCOUNT_SID',
    ]) {
      expect(message).toContain(name);
    }
  });

  test('in production nothing can be simulated', () => {
    expect(messageOf({ ...PRODUCTION, SIMULATE: 'all' })).toContain('SIMULATE');
  });

  test('a complete production environment is accepted', () => {
    expect(readConfig(PRODUCTION)).toMatchObject({ isProduction: true });
  });

  test('settings that belong together are not taken alone', () => {
    expect(messageOf({ TWILIO_FROM: '+27825550100' })).toContain('TWILIO_AUTH_TOKEN');
    expect(messageOf({ ADMIN_EMAIL: 'ada@example.com' })).toContain('ADMIN_PASSWORD');
  });

  test('a secret that could be guessed is refused', () => {
    expect(messageOf({ AUTH_SECRET: 'short' })).toContain('AUTH_SECRET');
  });

  test('every setting stands in the table that operators read, and no other', () => {
    const page = resolve(import.meta.dirname, '../../../docs/operations.md');
    const rows = readFileSync(page, 'utf8').matchAll(/^\| (`.*?) \|/gm);
    const names = [...rows].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
    );
    expect(names.toSorted()).toEqual(Object.keys(settings.shape).toSorted());
  });
});

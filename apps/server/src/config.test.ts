import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
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
  MAIL_FROM: 'Moneytrail <no-reply@moneytrail.example>',
  PAYPAL_CLIENT_ID: 'client',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'webhook',
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
      roles: ['api', 'ingest', 'worker'],
      isProduction: false,
      isDemo: true,
    });
  });

  test('backups are written where a folder is given, and no rehearsal goes over the database itself', () => {
    expect(readConfig({}).backup).toBeNull();
    const BACKUP_DIR = '/backups';
    const daily = { folder: BACKUP_DIR, every: 'day', kept: 14, rehearsalUrl: null };
    expect(readConfig({ BACKUP_DIR }).backup).toEqual(daily);
    const DATABASE_URL = 'postgres://one:a@db.example/moneytrail';
    const spellings = [
      'postgresql://other:b@DB.example:5432/moneytrail?sslmode=require',
      'postgres://db.example./moneytr%61il',
      'postgres://elsewhere:1/other?host=db.example&port=5432&dbname=moneytrail',
    ];
    for (const BACKUP_REHEARSAL_URL of spellings) {
      const message = messageOf({ BACKUP_DIR, DATABASE_URL, BACKUP_REHEARSAL_URL });
      expect([BACKUP_REHEARSAL_URL, message]).toEqual([
        BACKUP_REHEARSAL_URL,
        expect.stringContaining('is lost'),
      ]);
    }
    const BACKUP_REHEARSAL_URL = 'postgres://one:a@db.example/rehearsal';
    const given = { BACKUP_DIR, DATABASE_URL, BACKUP_REHEARSAL_URL };
    expect(readConfig(given).backup?.rehearsalUrl).toBe(BACKUP_REHEARSAL_URL);
    expect(messageOf({ BACKUP_DIR, BACKUPS_KEPT: '0' })).toContain('BACKUPS_KEPT');
  });

  test('the public address is used as it was parsed', () => {
    const { publicUrl } = readConfig({ DEMO: 'true', PUBLIC_URL: 'HTTPS://App.Example:443/' });
    expect(publicUrl).toBe('https://app.example');
  });

  test('news are an address, or none; in production one that is encrypted', () => {
    const NEWS_URL = 'https://news.example/?look={theme}';
    expect(readConfig({ NEWS_URL }).newsUrl).toBe(NEWS_URL);
    expect(readConfig({ NEWS_URL: 'none' }).newsUrl).toBe('none');
    expect(readConfig({}).newsUrl).toBeNull();
    for (const wrong of ['somewhere', 'javascript:alert(1)', 'data:text/html,x']) {
      expect(messageOf({ NEWS_URL: wrong })).toContain('NEWS_URL');
    }
    for (const open of ['http://news.example', 'HTTP://news.example']) {
      expect(messageOf({ ...PRODUCTION, NEWS_URL: open })).toContain('NEWS_URL');
    }
    expect(messageOf({ ...PRODUCTION, NEWS_URL: 'none' })).toBe('');
    expect(messageOf({ ...PRODUCTION, NEWS_URL })).toBe('');
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
      'PAYPAL_CLIENT_ID',
    ]) {
      expect(message).toContain(name);
    }
  });

  const EVERY_ROLE = ['DATABASE_URL', 'FMP_API_KEY', 'TIINGO_TOKEN', 'BVG_BASE_URL'];
  const OF_PEOPLE = ['PUBLIC_URL', 'AUTH_SECRET', 'PAYPAL_CLIENT_ID'];
  test.each([
    ['ingest', EVERY_ROLE],
    ['api', [...EVERY_ROLE, ...OF_PEOPLE]],
    ['worker', [...EVERY_ROLE, ...OF_PEOPLE, 'SMTP_URL', 'TWILIO_ACCOUNT_SID']],
  ])('in production the role %s needs its own settings and no others', (role, names) => {
    const [, missing = ''] = messageOf({ NODE_ENV: 'production', ROLES: role }).split(': ');
    expect(missing.split(', ').toSorted()).toEqual(names.toSorted());
    // Settings that belong together are given together.
    const others = {
      SMTP_URL: ['MAIL_FROM'],
      TWILIO_ACCOUNT_SID: ['TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
    };
    const paypal = ['PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'];
    const together = Object.entries({ ...others, PAYPAL_CLIENT_ID: paypal });
    const all = [
      ...names,
      ...together.flatMap(([name, rest]) => (names.includes(name) ? rest : [])),
    ];
    const given = Object.entries(PRODUCTION).filter(([name]) => all.includes(name));
    const settings = { NODE_ENV: 'production', ...Object.fromEntries(given), ROLES: role };
    expect(readConfig(settings)).toMatchObject({ isProduction: true, roles: [role] });
  });

  test('in production every request is logged, a start on a terminal stays quiet', () => {
    expect(readConfig(PRODUCTION).logLevel).toBe('info');
    expect(readConfig({ ...PRODUCTION, LOG_LEVEL: 'error' }).logLevel).toBe('error');
    expect(readConfig({}).logLevel).toBe('warn');
  });

  test('in production nothing can be simulated', () => {
    expect(messageOf({ ...PRODUCTION, SIMULATE: 'all' })).toContain('SIMULATE');
  });

  test('in production the public address is https and demo mode is off', () => {
    const insecure = { ...PRODUCTION, PUBLIC_URL: 'http://moneytrail.example' };
    expect(messageOf(insecure)).toContain('PUBLIC_URL must begin with https://');
    expect(messageOf({ ...PRODUCTION, DEMO: 'true' })).toContain('DEMO');
  });

  test.each([
    [{}, true],
    [{ DATABASE_URL: 'postgres://db.example/moneytrail' }, true],
    [{ HOST: '::1', PUBLIC_URL: 'http://localhost:3000' }, true],
    [{ HOST: '0.0.0.0', DEMO: 'true' }, true],
    [{ DEMO: 'false' }, false],
    [{ HOST: '0.0.0.0' }, false],
    [{ PUBLIC_URL: 'https://moneytrail.example' }, false],
  ])(
    'demo mode is on if requested, or if only this machine can reach the server: %o',
    (given, isDemo) => {
      const { NODE_ENV, PUBLIC_URL, ...services } = PRODUCTION;
      expect(readConfig({ ...services, ...given }).isDemo).toBe(isDemo);
    },
  );

  test('outside demo mode the services that reach people must be given', () => {
    const message = messageOf({ HOST: '0.0.0.0' });
    for (const name of ['SMTP_URL', 'TWILIO_ACCOUNT_SID', 'DEMO=true']) {
      expect(message).toContain(name);
    }
  });

  test('a complete production environment is accepted', () => {
    expect(readConfig(PRODUCTION)).toMatchObject({ isProduction: true, isDemo: false });
  });

  test('PayPal has to be configured in production, Lemon Squeezy may be', () => {
    expect(readConfig(PRODUCTION).payments).toEqual({
      paypal: {
        baseUrl: null,
        clientId: 'client',
        clientSecret: 'secret',
        webhookId: 'webhook',
      },
      lemon: null,
    });
    const lemon = {
      LEMONSQUEEZY_API_KEY: 'key',
      LEMONSQUEEZY_STORE_ID: '1',
      LEMONSQUEEZY_WEBHOOK_SECRET: 'secret',
      LEMONSQUEEZY_BASE_URL: 'https://lemon.example/',
    };
    expect(readConfig({ ...PRODUCTION, ...lemon }).payments.lemon).toEqual({
      baseUrl: 'https://lemon.example',
      isTestMode: false,
      apiKey: 'key',
      storeId: '1',
      webhookSecret: 'secret',
    });
  });

  test('settings that belong together are not taken alone', () => {
    expect(messageOf({ TWILIO_FROM: '+27825550100' })).toContain('TWILIO_AUTH_TOKEN');
    expect(messageOf({ ADMIN_EMAIL: 'ada@example.com' })).toContain('ADMIN_PASSWORD');
    expect(messageOf({ SMTP_URL: 'smtp://mail.example' })).toContain('MAIL_FROM');
    expect(messageOf({ PAYPAL_CLIENT_ID: 'a' })).toContain('PAYPAL_WEBHOOK_ID');
    const apiKeyAlone = messageOf({ LEMONSQUEEZY_API_KEY: 'a' });
    expect(apiKeyAlone).toContain('LEMONSQUEEZY_STORE_ID, LEMONSQUEEZY_WEBHOOK_SECRET');
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

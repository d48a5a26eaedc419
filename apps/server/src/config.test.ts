import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
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

  test('a read replica, and the way past a pooler, need the database that they belong to', () => {
    const DATABASE_READ_URL = 'postgres://replica.example/moneytrail';
    const DATABASE_DIRECT_URL = 'postgres://db.example/moneytrail';
    const message = messageOf({ DATABASE_READ_URL, DATABASE_DIRECT_URL });
    expect(message).toContain('missing beside DATABASE_READ_URL and DATABASE_DIRECT_URL');
    const given = { DATABASE_URL: PRODUCTION.DATABASE_URL, DATABASE_READ_URL };
    expect(readConfig(given).databaseReadUrl).toBe(DATABASE_READ_URL);
    expect(readConfig({})).toMatchObject({ databaseReadUrl: null, databaseDirectUrl: null });
  });

  test('sessions and tools use PostgreSQL itself, past a pooler, and no rehearsal goes over it', () => {
    const DATABASE_URL = 'postgres://pooler.example:6432/moneytrail';
    expect(readConfig({ DATABASE_URL }).databaseDirectUrl).toBe(DATABASE_URL);
    const DATABASE_DIRECT_URL = 'postgres://db.example/moneytrail';
    const given = { DATABASE_URL, DATABASE_DIRECT_URL };
    expect(readConfig(given).databaseDirectUrl).toBe(DATABASE_DIRECT_URL);
    const over = { BACKUP_DIR: '/backups', BACKUP_REHEARSAL_URL: DATABASE_DIRECT_URL };
    expect(messageOf({ ...given, ...over })).toContain('is lost');
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

  test('all faults are told at once: settings that do not fit and settings that are missing', () => {
    const message = messageOf({
      NODE_ENV: 'production',
      PORT: 'http',
      DATABASE_URL: 'mysql://localhost/prices',
      ADMIN_EMAIL: 'admin@example.com',
      SIMULATE: 'fmp',
    });
    expect(message).toContain('  PORT: ');
    expect(message).toContain('DATABASE_URL: must begin with postgres:// or postgresql://');
    expect(message).toContain('belong together; missing: ADMIN_PASSWORD');
    expect(message).toContain('settings must be given: FMP_API_KEY, TIINGO_TOKEN');
    expect(message).toContain('SIMULATE cannot be used in production');
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

describe('settings in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let files = 0;
  const fileOf = (content: string) => {
    const path = join(folder, `${files++}`);
    writeFileSync(path, content);
    return path;
  };

  test('every setting may be the content of a file, whose line break at the end does not count', () => {
    const secret = 'a b'.repeat(12);
    const { AUTH_SECRET, DATABASE_URL, SMTP_URL, ...others } = PRODUCTION;
    const config = readConfig({
      ...others,
      AUTH_SECRET_FILE: fileOf(`${secret}\n`),
      DATABASE_URL_FILE: fileOf(`${DATABASE_URL}\r\n`),
      SMTP_URL_FILE: fileOf(SMTP_URL),
      ROLES_FILE: fileOf('api,worker\n'),
    });
    expect(config.accounts.secret).toBe(secret);
    expect(config.databaseUrl).toBe(DATABASE_URL);
    expect(config.mail?.url).toBe(SMTP_URL);
    expect(config.roles).toEqual(['api', 'worker']);
  });

  test('no setting has the name of the file of another one', () => {
    const names = Object.keys(settings.shape);
    expect(names.filter((name) => names.includes(`${name}_FILE`))).toEqual([]);
  });

  test('files that cannot be used are told with all other faults, without a path or a value', () => {
    const { AUTH_SECRET, FMP_API_KEY, SMTP_URL, BVG_BASE_URL, PAYPAL_CLIENT_SECRET, ...others } =
      PRODUCTION;
    const path = join(folder, 'folder');
    mkdirSync(path);
    const message = messageOf({
      ...others,
      // The value where the path belongs.
      AUTH_SECRET_FILE: AUTH_SECRET,
      FMP_API_KEY_FILE: fileOf('\n'),
      TIINGO_TOKEN_FILE: fileOf('another token'),
      PAYPAL_CLIENT_SECRET_FILE: path,
      SMTP_URL_FILE: fileOf('mail.example with a password'),
    });
    expect(message.split('\n')).toEqual([
      'These settings do not fit:',
      '  FMP_API_KEY_FILE: the file is empty',
      '  TIINGO_TOKEN_FILE: TIINGO_TOKEN is given too',
      '  AUTH_SECRET_FILE: the file cannot be read (ENOENT)',
      '  PAYPAL_CLIENT_SECRET_FILE: the file cannot be read (EISDIR)',
      '  SMTP_URL: Invalid URL',
      'In production these settings must be given: BVG_BASE_URL',
    ]);
  });
});

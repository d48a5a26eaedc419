import { type BackupConfig, backupOf } from './backup-settings.ts';
import { ConfigError } from './config-error.ts';
import { type Environment, readSettingFiles } from './read-setting-files.ts';
import { type LOG_LEVELS, type ROLES, type Settings, settings } from './settings.ts';

export type Role = (typeof ROLES)[number];

export type Config = {
  isProduction: boolean;
  /** Enables demo accounts, the demo mailbox and simulators. */
  isDemo: boolean;
  host: string;
  /** 0 lets the system choose. */
  port: number;
  publicUrl: string | null;
  dataDir: string;
  /** Null: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** The same PostgreSQL where `databaseUrl` is a pooler, otherwise `databaseUrl`: for sessions and tools. */
  databaseDirectUrl: string | null;
  /** Most connections: of the process, of its answer thread to each database, and of its queues. */
  databasePool: { main: number; answers: number; jobs: number };
  /** A read replica of `databaseUrl` for the bytes of stored bars; null: none. */
  databaseReadUrl: string | null;
  /** Null: ticks stay in the process. */
  natsUrl: string | null;
  logLevel: (typeof LOG_LEVELS)[number];
  /** The metrics endpoint for Prometheus; null: none. */
  metrics: { host: string; port: number } | null;
  /** Open sockets per address; null: a default by kind of address. */
  connectionsPerAddress: number | null;
  /** Time between becoming unready and refusing requests when the process is asked to stop. */
  stopNoticeMs: number;
  roles: readonly Role[];
  feeds: {
    fmp: { apiKey: string | null; restUrl: string | null; callsPerMinute: number | null };
    tiingo: {
      apiKey: string | null;
      restUrl: string | null;
      streamUrl: string | null;
      callsPerHour: number | null;
    };
    bitfinex: { restUrl: string | null; streamUrl: string | null };
    bvg: { apiKey: string | null; restUrl: string | null };
  };
  /** Days of minute, quarter-hour and hourly bars to backfill per instrument; daily bars are backfilled completely. */
  backfillDays: { '1': number; '15': number; '60': number };
  backup: BackupConfig;
  /** `EXCHANGE:CODE` of the instruments of the first signal cards; empty: the defaults. */
  signalSymbols: readonly string[];
  /** Whether Home tells visitors the record of all published signals. */
  isRecordPublic: boolean;
  /** The unit of `nextTime` in UDF answers: documentation and clients disagree. */
  udfNextTime: 'ms' | 's';
  /** Origins of other sites whose pages may use the Universal Data Feed, the charts storage and the stream. */
  udfOrigins: readonly string[];
  /** The most alerts of an account without a plan, with one, and of a commercial account. */
  alertLimits: { retail: number; subscriber: number; commercial: number };
  /** The news page that the dashboard frames, with `{theme}`; `none` for no news, null for the default. */
  newsUrl: string | null;
  /** Feeds to simulate even if their provider is configured, in lower case. */
  simulate: readonly string[];
  accounts: {
    /** Signs sessions and links; null: generated once and stored. */
    secret: string | null;
    demoPassword: string;
    /** The first super admin, created at start-up if the address has no account. */
    firstAdmin: { email: string; password: string } | null;
    /** Two-letter code of the country with most users' phones; SMS to it have a larger budget. */
    homeCountry: string;
    /** Addresses from which super admins may sign in; empty: any. */
    adminAddresses: readonly string[];
    /** Breached-password range service; null: only the bundled list is used. */
    breachUrl: string | null;
    /** Seats of a commercial main user without an individual number. */
    defaultMaxSeats: number;
    /** True if invited users need no approval by an administrator. */
    autoApproveInvites: boolean;
  };
  /** Null: mails go to the demo mailbox. */
  mail: { url: string; from: string } | null;
  /** Null: messages go to the demo mailbox. */
  sms: { baseUrl: string | null; accountSid: string; authToken: string; from: string } | null;
  /** Ids of the plans that give the summary panel and international listings; `*` for all plans. */
  planRights: { summary: readonly string[]; suffix: readonly string[] };
  /** Payment providers; null: simulated in demo mode, otherwise not offered. */
  payments: {
    paypal: {
      baseUrl: string | null;
      clientId: string;
      clientSecret: string;
      webhookId: string;
    } | null;
    lemon: {
      baseUrl: string | null;
      apiKey: string;
      storeId: string;
      webhookSecret: string;
      isTestMode: boolean;
    } | null;
  };
};

/** Settings that must be given together. */
const TOGETHER = [
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
  ['LEMONSQUEEZY_API_KEY', 'LEMONSQUEEZY_STORE_ID', 'LEMONSQUEEZY_WEBHOOK_SECRET'],
] as const satisfies (keyof Settings)[][];

/** Services that reach people; demo mode shows their messages instead. */
const REQUIRED_OUTSIDE_DEMO = [
  'SMTP_URL',
  'TWILIO_ACCOUNT_SID',
] as const satisfies (keyof Settings)[];

const OF_PEOPLE = [
  'PUBLIC_URL',
  'AUTH_SECRET',
  'PAYPAL_CLIENT_ID',
] as const satisfies (keyof Settings)[];

/** Every role reads from the vendors; only workers send messages. */
const REQUIRED_IN_PRODUCTION: Record<Role | 'all', readonly (keyof Settings)[]> = {
  all: ['DATABASE_URL', 'FMP_API_KEY', 'TIINGO_TOKEN', 'BVG_BASE_URL'],
  ingest: [],
  api: OF_PEOPLE,
  worker: [...OF_PEOPLE, ...REQUIRED_OUTSIDE_DEMO],
};

const isLacking =
  (given: Partial<Settings>, unfit: ReadonlySet<string>) => (name: keyof Settings) =>
    given[name] === undefined && !unfit.has(name);

function untogether(isMissing: (name: keyof Settings) => boolean): string[] {
  return TOGETHER.flatMap((names) => {
    const missing = names.filter(isMissing);
    if (missing.length === 0 || missing.length === names.length) return [];
    return [`${names.join(', ')} belong together; missing: ${missing.join(', ')}`];
  });
}

function isEncrypted(address: string): boolean {
  return new URL(address).protocol === 'https:';
}

/** `HTTPS://App.Example/` as `https://app.example`: other code looks at the text. */
function asParsed(address: string): string {
  return new URL(address).href.replace(/\/+$/, '');
}

function faultsInProduction(
  given: Settings,
  isMissing: (name: keyof Settings) => boolean,
): string[] {
  const required = (['all', ...given.ROLES] as const).flatMap(
    (role) => REQUIRED_IN_PRODUCTION[role],
  );
  const missing = [...new Set(required)].filter(isMissing);
  const { NEWS_URL, PUBLIC_URL } = given;
  const faults: (string | false)[] = [
    missing.length > 0 && `In production these settings must be given: ${missing.join(', ')}`,
    given.SIMULATE.length > 0 &&
      'SIMULATE cannot be used in production: no price there is simulated',
    given.DEMO === true && 'DEMO cannot be used in production: its accounts have a known password',
    NEWS_URL !== undefined &&
      NEWS_URL !== 'none' &&
      !isEncrypted(NEWS_URL) &&
      'In production NEWS_URL must begin with https://',
    PUBLIC_URL !== undefined &&
      !isEncrypted(PUBLIC_URL) &&
      'In production PUBLIC_URL must begin with https://',
  ];
  return faults.filter((fault) => fault !== false);
}

/** In production: long enough for two readiness checks of a proxy that polls every two seconds. */
const STOP_NOTICE_SECONDS = 5;

const LOCAL_HOST = /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/;

/** Demo mode is on if requested, or by default if only this machine can reach the product. */
function isDemo({ NODE_ENV, DEMO, HOST, PUBLIC_URL }: Settings): boolean {
  if (NODE_ENV === 'production') return false;
  if (DEMO !== undefined) return DEMO;
  const publicHost = PUBLIC_URL === undefined ? HOST : new URL(PUBLIC_URL).hostname;
  return LOCAL_HOST.test(HOST) && LOCAL_HOST.test(publicHost);
}

function faultsOutsideDemo(
  given: Settings,
  isMissing: (name: keyof Settings) => boolean,
): string[] {
  if (!given.ROLES.includes('worker')) return [];
  const missing = REQUIRED_OUTSIDE_DEMO.filter(isMissing);
  if (missing.length === 0) return [];
  return [
    `Outside demo mode these settings must be given: ${missing.join(', ')}. To try the product out with demo accounts: DEMO=true`,
  ];
}

/** The settings, and every fault in them at once; settings that do not fit are left out. */
function readSettings(given: Environment): { given: Settings | null; faults: string[] } {
  const { environment, faults: unreadable } = readSettingFiles(given);
  const parsed = settings.safeParse(environment);
  const issues = parsed.error?.issues ?? [];
  const unfit = new Set([
    ...unreadable.map(({ name }) => String(name)),
    ...issues.map(({ path }) => String(path[0])),
  ]);
  const fitting = Object.entries(environment).filter(([name]) => !unfit.has(name));
  const fit = parsed.data ?? settings.safeParse(Object.fromEntries(fitting)).data ?? null;
  const lines = [
    ...unreadable.map(({ file, message }) => `  ${file}: ${message}`),
    ...issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`),
  ];
  const faults = lines.length > 0 ? [`These settings do not fit:\n${lines.join('\n')}`] : [];
  if (!fit) return { given: fit, faults };
  const isMissing = isLacking(fit, unfit);
  faults.push(...untogether(isMissing));
  const beside = (['DATABASE_READ_URL', 'DATABASE_DIRECT_URL'] as const).filter(
    (name) => fit[name] !== undefined,
  );
  if (beside.length > 0 && isMissing('DATABASE_URL')) {
    faults.push(`DATABASE_URL is missing beside ${beside.join(' and ')}`);
  }
  if (fit.NODE_ENV === 'production') faults.push(...faultsInProduction(fit, isMissing));
  else if (!isDemo(fit)) faults.push(...faultsOutsideDemo(fit, isMissing));
  return { given: fit, faults };
}

function feedsOf(given: Settings): Config['feeds'] {
  return {
    fmp: {
      apiKey: given.FMP_API_KEY ?? null,
      restUrl: given.FMP_REST_URL ?? null,
      callsPerMinute: given.FMP_CALLS_PER_MINUTE ?? null,
    },
    tiingo: {
      apiKey: given.TIINGO_TOKEN ?? null,
      restUrl: given.TIINGO_REST_URL ?? null,
      streamUrl: given.TIINGO_STREAM_URL ?? null,
      callsPerHour: given.TIINGO_CALLS_PER_HOUR ?? null,
    },
    bitfinex: {
      restUrl: given.BITFINEX_REST_URL ?? null,
      streamUrl: given.BITFINEX_STREAM_URL ?? null,
    },
    bvg: { apiKey: given.BVG_API_KEY ?? null, restUrl: given.BVG_BASE_URL ?? null },
  };
}

function smsOf(given: Settings): Config['sms'] {
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM, TWILIO_BASE_URL } = given;
  if (!TWILIO_ACCOUNT_SID || !TWILIO_AUTH_TOKEN || !TWILIO_FROM) return null;
  return {
    baseUrl: TWILIO_BASE_URL ?? null,
    accountSid: TWILIO_ACCOUNT_SID,
    authToken: TWILIO_AUTH_TOKEN,
    from: TWILIO_FROM,
  };
}

/** Paths are appended to it. */
const baseUrlOf = (url: string | undefined) => url?.replace(/\/+$/, '') ?? null;

function paypalOf(given: Settings): Config['payments']['paypal'] {
  const {
    PAYPAL_CLIENT_ID: clientId,
    PAYPAL_CLIENT_SECRET: clientSecret,
    PAYPAL_WEBHOOK_ID: webhookId,
  } = given;
  if (!clientId || !clientSecret || !webhookId) return null;
  return { baseUrl: baseUrlOf(given.PAYPAL_BASE_URL), clientId, clientSecret, webhookId };
}

function lemonOf(given: Settings): Config['payments']['lemon'] {
  const {
    LEMONSQUEEZY_API_KEY: apiKey,
    LEMONSQUEEZY_STORE_ID: storeId,
    LEMONSQUEEZY_WEBHOOK_SECRET: webhookSecret,
  } = given;
  if (!apiKey || !storeId || !webhookSecret) return null;
  const isTestMode = given.LEMONSQUEEZY_TEST_MODE;
  const baseUrl = baseUrlOf(given.LEMONSQUEEZY_BASE_URL);
  return { baseUrl, apiKey, storeId, webhookSecret, isTestMode };
}

function accountsOf(given: Settings): Config['accounts'] {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = given;
  return {
    secret: given.AUTH_SECRET ?? null,
    demoPassword: given.DEMO_PASSWORD,
    firstAdmin: email && password ? { email, password } : null,
    homeCountry: given.SMS_HOME_COUNTRY,
    adminAddresses: given.ADMIN_ADDRESSES,
    breachUrl: given.BREACH_URL ?? null,
    defaultMaxSeats: given.DEFAULT_MAX_SEATS,
    autoApproveInvites: given.AUTO_APPROVE_INVITES,
  };
}

/** The only place that reads the environment. Throws a `ConfigError` that names every invalid and every missing setting. */
export function readConfig(environment: Environment): Config {
  const { given, faults } = readSettings(environment);
  if (!given || faults.length > 0) throw new ConfigError(faults.join('\n'));
  const isProduction = given.NODE_ENV === 'production';
  return {
    isProduction,
    isDemo: isDemo(given),
    host: given.HOST,
    port: given.PORT,
    publicUrl: given.PUBLIC_URL === undefined ? null : asParsed(given.PUBLIC_URL),
    dataDir: given.DATA_DIR,
    databaseUrl: given.DATABASE_URL ?? null,
    databaseDirectUrl: given.DATABASE_DIRECT_URL ?? given.DATABASE_URL ?? null,
    databasePool: {
      main: given.DATABASE_POOL,
      answers: given.DATABASE_POOL_ANSWERS,
      jobs: given.DATABASE_POOL_JOBS,
    },
    databaseReadUrl: given.DATABASE_READ_URL ?? null,
    natsUrl: given.NATS_URL ?? null,
    logLevel: given.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    metrics: given.METRICS_PORT ? { host: given.METRICS_HOST, port: given.METRICS_PORT } : null,
    connectionsPerAddress: given.MAX_CONNECTIONS_PER_ADDRESS ?? null,
    stopNoticeMs: (given.STOP_NOTICE_SECONDS ?? (isProduction ? STOP_NOTICE_SECONDS : 0)) * 1_000,
    roles: given.ROLES,
    feeds: feedsOf(given),
    backfillDays: {
      '1': given.BACKFILL_MINUTE_DAYS,
      '15': given.BACKFILL_QUARTER_HOUR_DAYS,
      '60': given.BACKFILL_HOUR_DAYS,
    },
    backup: backupOf(given),
    signalSymbols: given.PRICE_SIGNALS,
    isRecordPublic: given.PUBLIC_RECORD,
    udfNextTime: given.UDF_NEXT_TIME,
    alertLimits: given.ALERT_LIMITS,
    udfOrigins: given.UDF_ORIGINS,
    newsUrl: given.NEWS_URL ?? null,
    simulate: given.SIMULATE.map((name) => name.toLowerCase()),
    accounts: accountsOf(given),
    mail: given.SMTP_URL && given.MAIL_FROM ? { url: given.SMTP_URL, from: given.MAIL_FROM } : null,
    sms: smsOf(given),
    payments: { paypal: paypalOf(given), lemon: lemonOf(given) },
    planRights: { summary: given.SUMMARY_PLANS, suffix: given.SUFFIX_PLANS },
  };
}

import { MOST_SEATS } from '@moneytrail/contract';
import * as z from 'zod';

const url = z.url();
const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must begin with postgres:// or postgresql://, as only PostgreSQL is supported',
});
const text = z.string().min(1);
const wholeNumber = z.coerce.number().int().min(1);

export const ROLES = ['api', 'ingest', 'worker'] as const;
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
/** Shorter secrets can be guessed. */
const SHORTEST_SECRET = 32;

/** A comma-separated list; empty items are dropped. */
function list(initial: string) {
  return z
    .string()
    .default(initial)
    .transform((value) => value.split(',').map((part) => part.trim()))
    .transform((parts) => parts.filter((part) => part !== ''));
}

/** A web origin. */
const origin = z
  .string()
  .refine(
    (value) => /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value,
    'must be origins such as https://charts.example',
  );

const symbolName = z.string().regex(/^(FMP|Bitfinex|Tiingo|BVG):\S+$/, 'must be EXCHANGE:CODE');

const ALERT_LIMITS = /^retail=(\d{1,5}),subscriber=(\d{1,5}),commercial=(\d{1,5})$/;

/** The most alerts of an account without a plan, with one, and of a commercial account. */
const alertLimits = z
  .string()
  .regex(ALERT_LIMITS, 'must be like retail=3,subscriber=200,commercial=1000')
  .transform((value) => {
    const [, retail, subscriber, commercial] = (ALERT_LIMITS.exec(value) ?? []).map(Number);
    return { retail: retail ?? 0, subscriber: subscriber ?? 0, commercial: commercial ?? 0 };
  });

/** All settings as environment variables; the defaults suit a trial machine. */
export const settings = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  HOST: text.default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3_000),
  PUBLIC_URL: url.optional(),
  DEMO: z.stringbool().optional(),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.optional(),
  DATABASE_POOL: wholeNumber.default(10),
  DATABASE_POOL_ANSWERS: wholeNumber.default(4),
  DATABASE_POOL_JOBS: wholeNumber.default(2),
  NATS_URL: url.optional(),
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  METRICS_HOST: text.default('127.0.0.1'),
  MAX_CONNECTIONS_PER_ADDRESS: wholeNumber.optional(),
  STOP_NOTICE_SECONDS: z.coerce.number().int().min(0).max(10).optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS).optional(),
  ROLES: list(ROLES.join(',')).pipe(z.array(z.enum(ROLES)).min(1)),
  FMP_API_KEY: text.optional(),
  FMP_REST_URL: url.optional(),
  FMP_CALLS_PER_MINUTE: wholeNumber.optional(),
  TIINGO_TOKEN: text.optional(),
  TIINGO_REST_URL: url.optional(),
  TIINGO_STREAM_URL: url.optional(),
  TIINGO_CALLS_PER_HOUR: wholeNumber.optional(),
  BITFINEX_REST_URL: url.optional(),
  BITFINEX_STREAM_URL: url.optional(),
  BVG_BASE_URL: url.optional(),
  BVG_API_KEY: text.optional(),
  BACKFILL_MINUTE_DAYS: wholeNumber.default(30),
  BACKFILL_QUARTER_HOUR_DAYS: wholeNumber.default(365),
  BACKFILL_HOUR_DAYS: wholeNumber.default(3 * 365),
  BACKUP_DIR: text.optional(),
  BACKUP_EVERY: z.enum(['hour', 'day']).default('day'),
  BACKUPS_KEPT: wholeNumber.default(14),
  BACKUP_REHEARSAL_URL: url.optional(),
  PRICE_SIGNALS: list('').pipe(z.array(symbolName).max(3)),
  PUBLIC_RECORD: z.stringbool().default(false),
  ALERT_LIMITS: alertLimits.default({ retail: 3, subscriber: 200, commercial: 1_000 }),
  UDF_NEXT_TIME: z.enum(['ms', 's']).default('ms'),
  UDF_ORIGINS: list('').pipe(z.array(origin)),
  NEWS_URL: z.union([z.literal('none'), z.url({ protocol: /^https?$/ })]).optional(),
  SIMULATE: list(''),
  AUTH_SECRET: z.string().min(SHORTEST_SECRET).optional(),
  DEMO_PASSWORD: text.default('Demo123!'),
  ADMIN_EMAIL: text.optional(),
  ADMIN_PASSWORD: text.optional(),
  ADMIN_ADDRESSES: list(''),
  BREACH_URL: url.optional(),
  DEFAULT_MAX_SEATS: z.coerce.number().int().min(0).max(MOST_SEATS).default(5),
  AUTO_APPROVE_INVITES: z.stringbool().default(false),
  SMTP_URL: url.optional(),
  MAIL_FROM: text.optional(),
  SMS_HOME_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('ZA'),
  TWILIO_BASE_URL: url.optional(),
  TWILIO_ACCOUNT_SID: text.optional(),
  TWILIO_AUTH_TOKEN: text.optional(),
  TWILIO_FROM: text.optional(),
  SUMMARY_PLANS: list(''),
  SUFFIX_PLANS: list(''),
  PAYPAL_BASE_URL: url.optional(),
  PAYPAL_CLIENT_ID: text.optional(),
  PAYPAL_CLIENT_SECRET: text.optional(),
  PAYPAL_WEBHOOK_ID: text.optional(),
  LEMONSQUEEZY_BASE_URL: url.optional(),
  LEMONSQUEEZY_API_KEY: text.optional(),
  LEMONSQUEEZY_STORE_ID: text.optional(),
  LEMONSQUEEZY_WEBHOOK_SECRET: text.optional(),
  LEMONSQUEEZY_TEST_MODE: z.stringbool().default(false),
});

export type Settings = z.infer<typeof settings>;

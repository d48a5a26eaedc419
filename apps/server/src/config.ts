import * as z from 'zod';

const url = z.url();
const isProduction = (environment: Environment) => environment.NODE_ENV === 'production';
type Environment = Readonly<Record<string, string | undefined>>;

const ROLES = ['api', 'ingest'] as const;
export type Role = (typeof ROLES)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/** Every setting of the program; what is left out has the default of a machine that only tries it out. */
const settings = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3_000),
  PUBLIC_URL: url.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: url.optional(),
  NATS_URL: url.optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('warn'),
  ROLES: z
    .string()
    .default(ROLES.join(','))
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(ROLES)).min(1)),
  FMP_API_KEY: z.string().min(1).optional(),
  FMP_REST_URL: url.optional(),
  TIINGO_TOKEN: z.string().min(1).optional(),
  TIINGO_REST_URL: url.optional(),
  TIINGO_STREAM_URL: url.optional(),
  BITFINEX_REST_URL: url.optional(),
  BITFINEX_STREAM_URL: url.optional(),
  BVG_BASE_URL: url.optional(),
  BVG_API_KEY: z.string().min(1).optional(),
  FMP_CALLS_PER_MINUTE: z.coerce.number().int().min(1).optional(),
  TIINGO_CALLS_PER_HOUR: z.coerce.number().int().min(1).optional(),
  SIMULATE: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((name) => name !== '')),
});

export type Config = {
  isProduction: boolean;
  host: string;
  /** 0 lets the system choose. */
  port: number;
  publicUrl: string | null;
  dataDir: string;
  /** Null: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** Null: ticks stay in the process. */
  natsUrl: string | null;
  logLevel: (typeof LOG_LEVELS)[number];
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
  /** Feeds that are simulated although their real provider could be reached, in lower case. */
  simulate: readonly string[];
};

/** A setting that does not fit; the message lists every one of them. */
export class ConfigError extends Error {}

function missingInProduction(config: Config): string[] {
  const required: [string, unknown][] = [
    ['DATABASE_URL', config.databaseUrl],
    ['PUBLIC_URL', config.publicUrl],
    ['FMP_API_KEY', config.feeds.fmp.apiKey],
    ['TIINGO_TOKEN', config.feeds.tiingo.apiKey],
    ['BVG_BASE_URL', config.feeds.bvg.restUrl],
  ];
  return required.filter(([, value]) => value === null).map(([name]) => name);
}

/** Reads the environment once; the only place that does. Throws a `ConfigError` that names every wrong setting. */
export function readConfig(environment: Environment): Config {
  const parsed = settings.safeParse(environment);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`These settings do not fit:\n${lines.join('\n')}`);
  }
  const given = parsed.data;
  const config: Config = {
    isProduction: isProduction(environment),
    host: given.HOST,
    port: given.PORT,
    publicUrl: given.PUBLIC_URL ?? null,
    dataDir: given.DATA_DIR,
    databaseUrl: given.DATABASE_URL ?? null,
    natsUrl: given.NATS_URL ?? null,
    logLevel: given.LOG_LEVEL,
    roles: given.ROLES,
    feeds: {
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
    },
    simulate: given.SIMULATE.map((name) => name.trim().toLowerCase()),
  };
  const missing = config.isProduction ? missingInProduction(config) : [];
  if (missing.length > 0) {
    throw new ConfigError(`In production these settings must be given: ${missing.join(', ')}`);
  }
  if (config.isProduction && config.simulate.length > 0) {
    throw new ConfigError(
      'SIMULATE cannot be used in production: no price there is ever simulated',
    );
  }
  return config;
}

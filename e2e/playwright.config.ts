import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { START_ENVIRONMENT } from '../apps/server/src/start-environment.ts';
import { BROWSER_ARGUMENTS } from '../tools/browser-arguments.ts';
import type { JourneyOptions } from './journey.ts';
import { CONTROL_PORT, WEB_PORT } from './ports.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** Each project has its own folder: a run empties it, and another run may be in progress. */
const tracesOf = (project: string) => resolve(ROOT, 'test-results/traces', project);
const isCi = process.env.CI === 'true';

/** Journeys in a real browser against the whole product, with the embedded database and simulated providers. */
export default defineConfig<JourneyOptions>({
  testDir: resolve(import.meta.dirname, 'journeys'),
  reporter: [['list'], ['json']],
  // One more than the processors of the usual machine: journeys wait for part of their time.
  workers: 3,
  fullyParallel: true,
  forbidOnly: isCi,
  // A failure is final and does not stop other journeys.
  retries: 0,
  maxFailures: 0,
  // Long enough for a busy machine; only a hanging journey reaches it.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: `http://localhost:${WEB_PORT}`,
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Africa/Johannesburg',
    locale: 'en-ZA',
    // Motion takes time and moves elements from under the pointer on a busy machine. Journeys about motion enable it.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing costs a quarter of the machine: enable it with --trace for a failing journey.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.MONEYTRAIL_CHROMIUM ?? '/usr/bin/chromium',
      args: [
        ...BROWSER_ARGUMENTS,
        // Pages live for seconds: optimising their code in other threads costs more than it gains.
        '--js-flags=--no-turbofan --no-maglev --single-threaded --no-flush-bytecode',
      ],
    },
  },
  projects: [
    {
      name: 'journeys',
      testMatch: /.*\.spec\.ts/,
      testIgnore: /\/(clock|waiting)\//,
      outputDir: tracesOf('journeys'),
    },
    // These wait for the end of a minute, for retries and for outages: they run beside tests that need processors.
    {
      name: 'waiting',
      testMatch: /\/waiting\/.*\.spec\.ts/,
      outputDir: tracesOf('waiting'),
      workers: 2,
    },
    // These move the server's clock: they run on their own server, one at a time, after those that need the real one.
    {
      name: 'clock',
      testMatch: /\/clock\/.*\.spec\.ts/,
      dependencies: ['waiting'],
      outputDir: tracesOf('clock'),
      workers: 1,
    },
    // Only `npm run test:long` runs these.
    {
      name: 'journeys-dark',
      testMatch: /.*\.spec\.ts/,
      testIgnore: /\/clock\//,
      outputDir: tracesOf('journeys-dark'),
      use: { theme: 'dark' },
    },
    ...['firefox', 'webkit'].map((name) => ({
      name,
      testDir: resolve(import.meta.dirname, 'browsers'),
      outputDir: tracesOf(name),
      workers: 1,
    })),
  ],
  webServer: {
    command: `"${process.execPath}" e2e/server.ts`,
    cwd: ROOT,
    env: { NODE_COMPILE_CACHE: START_ENVIRONMENT.NODE_COMPILE_CACHE },
    url: `http://127.0.0.1:${CONTROL_PORT}/ready`,
    // Starting takes seconds; on two busy cores it may take a minute.
    timeout: 240_000,
    reuseExistingServer: false,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});

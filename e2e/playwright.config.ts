import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS } from '../tools/browser-arguments.ts';
import type { JourneyOptions } from './journey.ts';
import { CONTROL_PORT, WEB_PORT } from './ports.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** A folder of its own, as a run empties it: another one may stand beside it. */
const tracesOf = (project: string) => resolve(ROOT, 'test-results/traces', project);
const isCi = process.env.CI === 'true';

/** Journeys in a real browser against the whole product on the embedded database with simulated providers. */
export default defineConfig<JourneyOptions>({
  testDir: resolve(import.meta.dirname, 'journeys'),
  reporter: [['list'], ['json']],
  workers: 2,
  fullyParallel: true,
  forbidOnly: isCi,
  // What fails once has failed, and it stops nothing else.
  retries: 0,
  maxFailures: 0,
  // Nothing is asserted by it: a journey that hangs is found, one on a busy machine is let be.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: `http://localhost:${WEB_PORT}`,
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Africa/Johannesburg',
    locale: 'en-ZA',
    // What moves takes time, and goes from under the pointer on a busy machine. Journeys about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // A record of every step costs a quarter of the machine: ask for it with --trace where a journey fails.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.MONEYTRAIL_CHROMIUM ?? '/usr/bin/chromium',
      args: [
        ...BROWSER_ARGUMENTS,
        // Pages live for seconds: optimising their code, in threads beside them, would cost more than it brings.
        '--js-flags=--no-turbofan --no-maglev --single-threaded --no-flush-bytecode',
      ],
    },
  },
  projects: [
    {
      name: 'journeys',
      testMatch: /.*\.spec\.ts/,
      testIgnore: /\/clock\//,
      outputDir: tracesOf('journeys'),
    },
    // They move the server's clock: never against the server of the others, and one at a time.
    {
      name: 'clock',
      testMatch: /\/clock\/.*\.spec\.ts/,
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
    url: `http://127.0.0.1:${CONTROL_PORT}/ready`,
    // Starting takes seconds; beside everything else on two cores it may take a minute.
    timeout: 240_000,
    reuseExistingServer: false,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});

import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { START_ENVIRONMENT } from './apps/server/src/start-environment.ts';
import { themeVariables } from './apps/web/build/theme-variables.ts';
import { BROWSER_ARGUMENTS } from './tools/browser-arguments.ts';

/** How long a test may take: nothing is asserted by it, a test that hangs is found, a busy machine is allowed for. */
const PATIENCE_MS = 240_000;
const POLL = { poll: { timeout: 60_000 } };

/** React as users get it. Its development build notes the origin of every element: a third of the processor's time. */
const withoutDevelopmentAids = {
  name: 'without-development-aids',
  config: () => ({ oxc: { jsx: { development: false } } }),
};

/** Settings shared by the projects that run in Node. */
const IN_NODE = {
  setupFiles: 'tools/testing/setup.ts',
  environment: 'node',
  pool: 'forks',
  // The files of a worker share its modules: loading them anew for each took half of the processor's time. A test
  // undoes its changes to the process.
  isolate: false,
  testTimeout: PATIENCE_MS,
  hookTimeout: PATIENCE_MS,
  expect: POLL,
} as const;

/** `npm test` runs each project as a part of its own; `e2e/playwright.config.ts` has the journeys. */
export default defineConfig({
  test: {
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,packages,tools,cluster}/**/*.test.{ts,tsx}'],
          exclude: [
            '**/node_modules/**',
            '**/dist/**',
            '**/*.browser.test.tsx',
            'packages/chart/browser/**',
          ],
          globalSetup: 'apps/server/src/db/testing/templates.ts',
          ...IN_NODE,
          // The embedded database lives for seconds: optimising its code would cost more than it brings.
          execArgv: ['--liftoff-only'],
          env: {
            // The program sets it too: a thread that is ended while it loads the native part of ws would end all tests of a worker.
            WS_NO_BUFFER_UTIL: '1',
            // Programs that tests start need not compile the server anew.
            NODE_COMPILE_CACHE: START_ENVIRONMENT.NODE_COMPILE_CACHE,
          },
          // One a processor: with more, programs that tests start take longer than what the product promises of them.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'chart',
          include: ['packages/chart/browser/**/*.test.ts'],
          ...IN_NODE,
          maxWorkers: 1,
        },
      },
      {
        plugins: [react(), themeVariables(), withoutDevelopmentAids],
        optimizeDeps: {
          entries: ['apps/web/src/**/*.{ts,tsx}'],
          include: ['vitest-browser-react'],
          rolldownOptions: {
            transform: { define: { 'process.env.NODE_ENV': JSON.stringify('production') } },
          },
        },
        test: {
          name: 'component',
          include: ['apps/web/src/**/*.browser.test.tsx'],
          setupFiles: 'apps/web/src/testing/setup-components.ts',
          isolate: false,
          testTimeout: PATIENCE_MS,
          expect: POLL,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: process.env.MONEYTRAIL_CHROMIUM ?? '/usr/bin/chromium',
                args: [...BROWSER_ARGUMENTS],
              },
              contextOptions: {
                reducedMotion: 'reduce',
                locale: 'en-ZA',
                timezoneId: 'Africa/Johannesburg',
              },
            }),
            viewport: { width: 1440, height: 900 },
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});

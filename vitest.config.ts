import { defineConfig } from 'vitest/config';

/** Unit, conformance and integration tests of every workspace; the browser journeys run beside them with Playwright. */
export default defineConfig({
  test: {
    include: ['{apps,packages,tools}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: 'apps/server/src/db/testing/templates.ts',
    environment: 'node',
    pool: 'forks',
    // The files of a worker share its modules: loading them anew for each took half of the processor's time. What a test
    // changes of its process it gives back.
    isolate: false,
    // The embedded database lives for seconds: optimising its code would cost more than it brings.
    execArgv: ['--liftoff-only'],
    // As in the program: a thread that is ended while it loads the native part of ws would end all tests of a worker.
    env: { WS_NO_BUFFER_UTIL: '1' },
    // The journeys run beside them, and much of the time a test waits: for a timeout, a server's start or a database.
    maxWorkers: 2,
    // Nothing is asserted by these: a test that hangs is found, one on a busy machine is let be.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  },
});

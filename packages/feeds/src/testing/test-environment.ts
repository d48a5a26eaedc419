import type { FeedEnvironment } from '../settings.ts';

export type TestEnvironment = FeedEnvironment & {
  /** Reports, oldest first. */
  reports: { message: string; detail: Record<string, unknown> }[];
};

/** An environment with the clock of the machine or of the test, without randomness. */
export function createTestEnvironment(overrides: Partial<FeedEnvironment> = {}): TestEnvironment {
  const reports: TestEnvironment['reports'] = [];
  return {
    now: () => Date.now(),
    random: () => 0.5,
    report: (message, detail) => {
      reports.push({ message, detail });
    },
    reports,
    ...overrides,
  };
}

import type { FeedEnvironment } from '../settings.ts';

export type TestEnvironment = FeedEnvironment & {
  /** What was reported, oldest first. */
  reports: { message: string; detail: Record<string, unknown> }[];
};

/** An environment on the machine's clock, which a test may hold, without chance. */
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

export type RunReport = { label: string; report: unknown; code: number };
export type TestReport = { passed: number; failed: number; skipped: number; failures: string[] };
export function testReport(runs: readonly RunReport[], root: string): TestReport;

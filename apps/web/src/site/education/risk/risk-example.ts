/** A position that the guide sizes step by step; a test computes it again, and the calculator begins with it. */
export const RISK_EXAMPLE = {
  plan: { capital: 10_000, riskPercent: 1, entry: 50, stop: 47.5 },
  size: { lossAllowed: 100, lossPerUnit: 2.5, units: 40, positionValue: 2_000 },
} as const;

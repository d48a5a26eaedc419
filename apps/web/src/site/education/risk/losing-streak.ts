/** What is left of a capital of 1 after losses in a row, each of a fraction of what there was before it, 0 … 1. */
export function leftAfterLosses(riskFraction: number, losses: number): number {
  return (1 - riskFraction) ** losses;
}

/** The gain that brings what is left back to the whole, as a fraction of what is left. */
export function gainToRecover(left: number): number {
  return 1 / left - 1;
}

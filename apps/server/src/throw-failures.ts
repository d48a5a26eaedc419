export function throwFailures(failures: readonly unknown[]): void {
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
}

/** Waits until all work has settled; throws one error with all failures. */
export async function endAll(work: readonly Promise<unknown>[]): Promise<void> {
  const ended = await Promise.allSettled(work);
  throwFailures(ended.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])));
}

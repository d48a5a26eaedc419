/** The fields of a stored value of any kind; none where it is no object. */
export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

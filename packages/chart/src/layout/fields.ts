/** Reading of stored values of any kind: each answers with something sound. */

export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Named numbers. */
export function entries(value: unknown): [string, number][] {
  return Object.entries(record(value)).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
}

export function oneOf<Choice>(value: unknown, choices: readonly Choice[], usual: Choice): Choice {
  return choices.find((choice) => choice === value) ?? usual;
}

export function isBetween(value: unknown, low: number, high: number): value is number {
  return typeof value === 'number' && value >= low && value <= high;
}

/** A text of so many characters at most; empty where it is none. */
export function text(value: unknown, most: number): string {
  return typeof value === 'string' ? value.slice(0, most) : '';
}

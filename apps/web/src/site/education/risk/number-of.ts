/** Thousands in groups of three, decimals after a point. A first group never begins with 0: `0,500` means a half. */
const WITH_COMMAS = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;

/**
 * A number as people type it, with commas or spaces between thousands. NaN where it is none, and where a comma may
 * stand for a decimal point: a wrong guess is a position of a wrong size.
 */
export function numberOf(typed: string): number {
  const plain = typed.replaceAll(/[\s_]/g, '');
  if (plain === '') return Number.NaN;
  if (!plain.includes(',')) return Number(plain);
  return WITH_COMMAS.test(plain) ? Number(plain.replaceAll(',', '')) : Number.NaN;
}

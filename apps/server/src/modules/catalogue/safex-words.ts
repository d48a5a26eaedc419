/** Commodities by their Safex code. */
const COMMODITIES: Readonly<Record<string, string>> = {
  WMAZ: 'White maize',
  YMAZ: 'Yellow maize',
  WEAT: 'Wheat',
  SOYA: 'Soybeans',
  SUNS: 'Sunflower seed',
  SORG: 'Sorghum',
};
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const LEG = /^([A-Z]+)-(\d{4})-(\d{2})$/;

/** The name of a future, spread or split, `White maize · Dec 2026`; null for other codes. */
export function safexWords(code: string): string | null {
  const legs = code.split('/').map((leg) => {
    const [, commodity = '', year, month] = LEG.exec(leg) ?? [];
    const name = COMMODITIES[commodity];
    const monthName = MONTHS[Number(month) - 1];
    return name && monthName ? { name, delivery: `${monthName} ${year}` } : null;
  });
  const [near, far = near] = legs;
  if (!near || !far || legs.length > 2) return null;
  const names = near.name === far.name ? near.name : `${near.name} / ${far.name.toLowerCase()}`;
  const deliveries =
    near.delivery === far.delivery ? near.delivery : `${near.delivery} / ${far.delivery}`;
  return `${names} · ${deliveries}`;
}

/** The commodity of a contract; an unknown code is its own name. */
export function commodityOf(contractCode: string): { code: string; name: string } {
  const [code = contractCode] = contractCode.split(/[-/]/);
  return { code, name: COMMODITIES[code] ?? code };
}

import type { BvgInstrument } from '@moneytrail/contract';

const TYPES = { futures: 'Futures', spread: 'Spreads', split: 'Splits' } as const;

/** Ordered by expiry. */
export type ContractGroup = { name: string; contracts: BvgInstrument[] };
export type CommodityGroup = {
  commodity: string;
  name: string;
  count: number;
  groups: ContractGroup[];
};

function matches(contract: BvgInstrument, search: string): boolean {
  const { contractDisplay, commodityName, commodity } = contract;
  return [contract.contract, contractDisplay, commodityName, commodity].some((text) =>
    text.toLowerCase().includes(search),
  );
}

const byEnd = (one: BvgInstrument, other: BvgInstrument) =>
  (one.endDate ?? '').localeCompare(other.endDate ?? '') ||
  one.contract.localeCompare(other.contract);

/** Contracts that match the search, grouped by commodity (alphabetical), then by kind. */
export function groupContracts(
  contracts: readonly BvgInstrument[],
  text: string,
): CommodityGroup[] {
  const search = text.trim().toLowerCase();
  const found = contracts.filter((contract) => matches(contract, search));
  const commodities = new Map<string, BvgInstrument[]>();
  for (const contract of found) {
    const members = commodities.get(contract.commodity);
    if (members) members.push(contract);
    else commodities.set(contract.commodity, [contract]);
  }
  return [...commodities]
    .map(([commodity, members]) => ({
      commodity,
      name: members[0]?.commodityName ?? commodity,
      count: members.length,
      groups: Object.entries(TYPES).flatMap(([type, name]) => {
        const ofType = members.filter((member) => member.type === type).toSorted(byEnd);
        return ofType.length === 0 ? [] : [{ name, contracts: ofType }];
      }),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

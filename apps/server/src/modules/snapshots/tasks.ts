import type { SnapshotResolution } from '@moneytrail/contract';
import type { Instrument } from '../catalogue/index.ts';
import type { Lease } from '../live/index.ts';

/** An instrument at an interval, whose figures are computed together. */
export type Task = { instrument: Instrument; resolution: SnapshotResolution };

export const nameOf = ({ instrument, resolution }: Task) => `${instrument.id} ${resolution}`;

const leaseName = ({ exchange, group, token, groupToken }: Lease) =>
  `${exchange} ${group} ${token} ${groupToken}`;

/** Those of one lease together, as one check of it permits their write. */
export function byLease<Computed extends { lease: Lease }>(
  computed: readonly Computed[],
): Computed[][] {
  const groups = new Map<string, Computed[]>();
  for (const each of computed) {
    const name = leaseName(each.lease);
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  return [...groups.values()];
}

export { createSnapshots, type Snapshots } from './create-snapshots.ts';
export type { FullSnapshot } from './snapshot-store.ts';

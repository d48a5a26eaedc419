export { createSnapshots, type Snapshots } from './create-snapshots.ts';

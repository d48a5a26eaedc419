import { DATABASE_KINDS } from '../apps/server/src/db/testing/test-database.ts';
import { report } from './figure.ts';
import { snapshotFigures } from './watchlists/snapshots.ts';
import { viewerFigures } from './watchlists/viewers.ts';

for (const kind of DATABASE_KINDS) report(await snapshotFigures(kind));
for (const kind of DATABASE_KINDS) report(await viewerFigures(kind));

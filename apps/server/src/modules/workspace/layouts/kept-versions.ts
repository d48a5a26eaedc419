import { MINUTE_MS } from '@moneytrail/calendar';
import { MAX_LAYOUT_BYTES, MAX_LAYOUT_VERSIONS } from '@moneytrail/contract';

/** The last of the versions saved within this time is kept. */
const STRETCH_MS = 5 * MINUTE_MS;
const MOST_OLDER_BYTES = 8 * MAX_LAYOUT_BYTES;

/** The facts that decide whether a version is kept. */
export type VersionFacts = {
  revision: number;
  savedAtMs: number;
  contentBytes: number;
  /** True if a step replaced it. */
  isBeforeStep: boolean;
};

const stretchOf = ({ savedAtMs }: VersionFacts) => Math.floor(savedAtMs / STRETCH_MS);

/** Accepts versions up to a number and a total size. */
function createRoom(mostVersions: number, mostBytes: number) {
  let [versions, bytes] = [0, 0];
  return {
    has: (contentBytes: number) => versions < mostVersions && bytes + contentBytes <= mostBytes,
    take: (contentBytes: number) => {
      versions += 1;
      bytes += contentBytes;
    },
  };
}

/**
 * The revisions to drop of a layout's versions, given newest first. A chart is saved every few seconds during work, so
 * the last version of each five clock minutes is kept, and every version that a step replaced, since the user may want
 * to undo the step. Of these the newest `MAX_LAYOUT_VERSIONS` stay, the older ones up to 8 MB in total; the newest always
 * stays. Versions kept only because of steps get half of that room, so that a client whose every save is a step does not
 * displace the work of other days.
 */
export function droppedRevisions(versions: readonly VersionFacts[]): number[] {
  const dropped: number[] = [];
  const room = createRoom(MAX_LAYOUT_VERSIONS, MOST_OLDER_BYTES);
  const roomForSteps = createRoom(MAX_LAYOUT_VERSIONS / 2, MOST_OLDER_BYTES / 2);
  for (const [index, version] of versions.entries()) {
    const newer = versions[index - 1];
    const bytes = newer === undefined ? 0 : version.contentBytes;
    const isSuperseded = newer !== undefined && stretchOf(newer) === stretchOf(version);
    const mayStay = !isSuperseded || (version.isBeforeStep && roomForSteps.has(bytes));
    if (!mayStay || !room.has(bytes)) {
      dropped.push(version.revision);
      continue;
    }
    room.take(bytes);
    if (isSuperseded) roomForSteps.take(bytes);
  }
  return dropped;
}

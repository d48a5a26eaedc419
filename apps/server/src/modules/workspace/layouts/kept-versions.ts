import { MINUTE_MS } from '@moneytrail/calendar';
import { MAX_LAYOUT_BYTES, MAX_LAYOUT_VERSIONS } from '@moneytrail/contract';

/** Of a stretch of work the last version is worth going back to. */
const STRETCH_MS = 5 * MINUTE_MS;
/** Older versions of one layout hold no more than this together. */
const MOST_OLDER_BYTES = 8 * MAX_LAYOUT_BYTES;

/** What of a version decides whether it is kept. */
export type VersionFacts = {
  revision: number;
  savedAtMs: number;
  contentBytes: number;
  /** Whether a step replaced it. */
  isBeforeStep: boolean;
};

const stretchOf = ({ savedAtMs }: VersionFacts) => Math.floor(savedAtMs / STRETCH_MS);

/** Lets versions in until they are so many, or hold so much together. */
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
 * The revisions to drop of a layout's versions, given newest first. A chart is saved every few seconds while somebody
 * works on it, so of each five minutes of the clock the last version is kept, which is also the one that work was left
 * with, and each that a step replaced: what is gone back from was not meant to go. Of these the newest
 * `MAX_LAYOUT_VERSIONS` stay, the older ones among them as far as they hold 8 MB together; the newest of all stays in
 * any case. What is kept for steps alone has half of that room, so that a client whose every save is a step does not
 * drive out the work of other days.
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

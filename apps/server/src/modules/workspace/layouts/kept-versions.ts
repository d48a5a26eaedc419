import { DAY_MS, HOUR_MS, MINUTE_MS } from '@moneytrail/calendar';
import { MAX_LAYOUT_BYTES, MAX_LAYOUT_VERSIONS } from '@moneytrail/contract';

/** An automatic version stays if it is the last of its stretch, whose length follows from its age. Longest last. */
const STRETCHES = [
  { untilAgeMs: DAY_MS, lengthMs: 5 * MINUTE_MS },
  { untilAgeMs: 7 * DAY_MS, lengthMs: HOUR_MS },
  { untilAgeMs: Number.POSITIVE_INFINITY, lengthMs: DAY_MS },
] as const;
const MOST_OLDER_BYTES = 8 * MAX_LAYOUT_BYTES;
/** Shares of the room for versions on purpose, and for those of them that only a step marks. */
const PURPOSE_SHARE = 3 / 5;
const STEP_SHARE = 1 / 2;
/** Automatic versions of hours, and of days, that work of today does not displace. */
const RESERVED = 2;

/** The facts that decide whether a version is kept. */
export type VersionFacts = {
  revision: number;
  savedAtMs: number;
  contentBytes: number;
  /** True if a step replaced it, or the first change after a pause. */
  isBeforeStep: boolean;
  /** True if the user saved it on purpose. */
  isKept: boolean;
};

/** Accepts versions up to a share of the number and of the total size. */
function createRoom(share: number) {
  let [versions, bytes] = [0, 0];
  return {
    has: (contentBytes: number) =>
      versions < MAX_LAYOUT_VERSIONS * share && bytes + contentBytes <= MOST_OLDER_BYTES * share,
    take: (contentBytes: number) => {
      versions += 1;
      bytes += contentBytes;
    },
  };
}

/** The stretches of a version's age. */
function stretchesOf({ savedAtMs }: VersionFacts, nowMs: number) {
  return STRETCHES.find(({ untilAgeMs }) => nowMs - savedAtMs < untilAgeMs) ?? STRETCHES[2];
}

/** The automatic versions that stay if there is room, in the order in which they get it. */
function lastOfStretches(versions: readonly VersionFacts[], nowMs: number): VersionFacts[] {
  const last = versions.filter((version, index) => {
    const { lengthMs } = stretchesOf(version, nowMs);
    const newer = versions[index - 1];
    const numberOf = ({ savedAtMs }: VersionFacts) => Math.floor(savedAtMs / lengthMs);
    return !newer || numberOf(newer) !== numberOf(version);
  });
  const reserved = STRETCHES.slice(1).flatMap((stretches) =>
    last.filter((version) => stretchesOf(version, nowMs) === stretches).slice(0, RESERVED),
  );
  return [...reserved, ...last];
}

/**
 * The revisions to drop of a layout's versions, given newest first. A chart is saved every few seconds during work, so
 * automatic versions are thinned out: the last of each five clock minutes is kept for a day, the last of each hour for a
 * week, and the last of each UTC day afterwards. Versions that the user saved on purpose stay, and so do those that a
 * step replaced, since the user may want to undo the step. The newest always stays; together they are at most
 * `MAX_LAYOUT_VERSIONS`, the older ones up to 8 MB. Versions on purpose get three fifths of that room before the others,
 * those before steps half, so that a client whose every save is a step does not displace the work of other days.
 */
export function droppedRevisions(versions: readonly VersionFacts[]): number[] {
  const [newest, ...older] = versions;
  if (!newest) return [];
  const room = createRoom(1);
  const roomForPurpose = createRoom(PURPOSE_SHARE);
  const roomForSteps = createRoom(STEP_SHARE);
  const stays = new Set([newest]);
  room.take(0);
  for (const version of older) {
    const { contentBytes: bytes, isKept, isBeforeStep } = version;
    if (!roomForPurpose.has(bytes) || !(isKept || (isBeforeStep && roomForSteps.has(bytes)))) {
      continue;
    }
    if (!isKept) roomForSteps.take(bytes);
    roomForPurpose.take(bytes);
    room.take(bytes);
    stays.add(version);
  }
  for (const version of lastOfStretches(versions, newest.savedAtMs)) {
    if (stays.has(version) || !room.has(version.contentBytes)) continue;
    room.take(version.contentBytes);
    stays.add(version);
  }
  return versions.filter((version) => !stays.has(version)).map(({ revision }) => revision);
}

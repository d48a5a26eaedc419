import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second in `/proc`: 100 on every Linux that Node runs on. */
const TICKS = 100;
const LOOK_MS = 1_000;

/**
 * A process as `/proc` tells it, times in seconds: `own` of itself, `ended` of its ended children; null for one that is
 * gone. `key` tells it from a later process of the same number.
 */
function readProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const seconds = (from) => (Number(fields[from]) + Number(fields[from + 1])) / TICKS;
    return {
      key: `${pid} ${fields[19]}`,
      parent: Number(fields[1]),
      own: seconds(11),
      ended: seconds(13),
    };
  } catch {
    return null;
  }
}

/** This process and its living descendants, by number. */
function readTree() {
  const all = new Map();
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) ? readProcess(name) : null;
    if (found) all.set(Number(name), found);
  }
  const isOurs = (pid) => {
    for (let at = pid; all.has(at); at = all.get(at).parent) if (at === process.pid) return true;
    return false;
  };
  return new Map([...all].filter(([pid]) => isOurs(pid)));
}

/**
 * Processor seconds that left with processes between two looks. A parent that waited for its child has them among those of
 * its ended children; a browser's processes end without that, and take theirs out of the system's books.
 */
export function lostBetween(before, after) {
  const livesOn = (pid) => after.get(pid)?.key === before.get(pid)?.key;
  /** Seconds that left, by the nearest ancestor that lives on: a whole branch may end between two looks. */
  const left = new Map();
  for (const [pid, { parent, own, ended }] of before) {
    if (livesOn(pid)) continue;
    let ancestor = parent;
    while (before.has(ancestor) && !livesOn(ancestor)) ancestor = before.get(ancestor).parent;
    left.set(ancestor, (left.get(ancestor) ?? 0) + own + ended);
  }
  let lost = 0;
  for (const [ancestor, seconds] of left) {
    const rise = before.has(ancestor) ? after.get(ancestor).ended - before.get(ancestor).ended : 0;
    lost += Math.max(0, seconds - rise);
  }
  return lost;
}

/**
 * Follows the processor time of this process and all its descendants from now on, by a look every second: the last
 * moments of a process that nobody waits for are not seen. Reads null where there is no `/proc`, as on anything but Linux.
 */
export function followProcessorTime() {
  if (readProcess(process.pid) === null) return { read: () => null };
  let last = readTree();
  let lost = 0;
  const look = () => {
    const tree = readTree();
    lost += lostBetween(last, tree);
    last = tree;
  };
  setInterval(look, LOOK_MS).unref();
  return {
    read: () => {
      look();
      return [...last.values()].reduce((sum, { own, ended }) => sum + own + ended, lost);
    },
  };
}

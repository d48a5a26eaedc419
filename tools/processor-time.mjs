import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second in `/proc`: 100 on every Linux that Node runs on. */
const TICKS = 100;
const LOOK_MS = 1_000;

/**
 * A process from `/proc`, times in seconds: `own` of itself, `ended` of its ended children; null if it is gone. `key`
 * distinguishes it from a later process with the same id.
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

/** This process and its living descendants by id. */
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
 * The processor seconds lost with processes that ended between two samples. A parent that waits for its child adds the
 * child's time to its own ended children; a browser's processes end without that, and their time disappears from the
 * system's accounts.
 */
export function lostBetween(before, after) {
  const livesOn = (pid) => after.get(pid)?.key === before.get(pid)?.key;
  /** Lost seconds by the nearest living ancestor: a whole branch may end between two samples. */
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
 * Tracks the processor time of this process and all its descendants by sampling every second; the last moments of a
 * process without a waiting parent are lost. Reads null without `/proc`, that is, on anything but Linux.
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

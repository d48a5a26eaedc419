import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second in `/proc`: 100 on every Linux that Node runs on. */
const TICKS = 100;
const LOOK_MS = 1_000;

/** Parent and processor seconds of a process, those of its ended children included; null for one that is gone. */
function readStat(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: Number(fields[1]), seconds: ticks / TICKS };
  } catch {
    return null;
  }
}

/** Processor seconds of this process and its living descendants, with what each knows of its ended children. */
function secondsOfTree() {
  const processes = new Map();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(name) : null;
    if (stat) processes.set(Number(name), stat);
  }
  const isOurs = (pid) => {
    for (let at = pid; processes.has(at); at = processes.get(at).parent) {
      if (at === process.pid) return true;
    }
    return false;
  };
  let seconds = 0;
  for (const [pid, stat] of processes) if (isOurs(pid)) seconds += stat.seconds;
  return seconds;
}

/**
 * Follows the processor time of this process and all its descendants from now on. A browser's processes end without
 * their parents' waiting for them, and take their time out of the system's books: it is seen as a drop of the sum, and
 * kept. Returns null instead of seconds where there is no `/proc`, as on anything but Linux.
 */
export function followProcessorTime() {
  if (readStat(process.pid) === null) return { read: () => null, stop: () => undefined };
  let last = 0;
  let lost = 0;
  const read = () => {
    const seconds = secondsOfTree();
    lost += Math.max(0, last - seconds);
    last = seconds;
    return seconds + lost;
  };
  const looking = setInterval(read, LOOK_MS).unref();
  return { read, stop: () => clearInterval(looking) };
}

import { readFileSync } from 'node:fs';

/** Clock ticks a second in `/proc`: 100 on every Linux that Node runs on. */
const TICKS = 100;
/** In `/proc/self/stat` behind the name of the program: user and system time of its ended children. */
const CHILDREN = [13, 14];

/**
 * Processor time in seconds of this process and of all its descendants that have ended and were waited for. Null where the
 * system does not tell it of descendants, as on anything but Linux.
 */
export function processorSeconds() {
  const { user, system } = process.cpuUsage();
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = CHILDREN.reduce((sum, index) => sum + Number(fields[index]), 0);
    return (user + system) / 1e6 + ticks / TICKS;
  } catch {
    return null;
  }
}

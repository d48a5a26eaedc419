const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether objects and lists stand in one another more often than `most` times; level by level, never by recursion. */
export function isDeeperThan(value: unknown, most: number): boolean {
  let level = [value].filter(isNested);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > most) return true;
    level = level.flatMap((each) => Object.values(each).filter(isNested));
  }
  return false;
}

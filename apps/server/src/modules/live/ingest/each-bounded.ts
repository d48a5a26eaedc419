/** Runs a task for every item, at most `limit` at once; stops taking items once `isStopped` says so. */
export async function eachBounded<Item>(
  items: readonly Item[],
  limit: number,
  task: (item: Item) => Promise<void>,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const left = items.values();
  const work = async () => {
    for (const item of left) {
      if (isStopped()) return;
      await task(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
}

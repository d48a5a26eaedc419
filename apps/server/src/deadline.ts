/**
 * Settles like the promise, or like `late` if the promise takes longer than `ms`; its result is then ignored.
 */
export async function within<T>(
  promise: Promise<T>,
  ms: number,
  late: () => T = () => {
    throw new Error(`no answer in ${ms} ms`);
  },
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<'late'>((done) => {
    timer = setTimeout(() => done('late'), ms);
  });
  const settled = promise.then((value) => ({ value }));
  const first = await Promise.race([settled, tooLate]).finally(() => clearTimeout(timer));
  if (first !== 'late') return first.value;
  settled.catch(() => undefined);
  return late();
}

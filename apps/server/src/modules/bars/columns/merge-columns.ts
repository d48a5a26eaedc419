import {
  type BarColumns,
  concatColumns,
  copyBar,
  newColumns,
  sliceColumns,
  timeAt,
} from './bar-columns.ts';

function isSame(a: BarColumns, i: number, b: BarColumns, j: number): boolean {
  return (
    a.open[i] === b.open[j] &&
    a.high[i] === b.high[j] &&
    a.low[i] === b.low[j] &&
    a.close[i] === b.close[j] &&
    Object.is(a.volume[i], b.volume[j])
  );
}

export type Merge = { columns: BarColumns; isChanged: boolean };

/** Stored bars with newer ones laid over them: a bar of the same time is replaced. Merging twice equals once. */
export function mergeColumns(stored: BarColumns, incoming: BarColumns): Merge {
  if (incoming.length === 0) return { columns: stored, isChanged: false };
  if (stored.length === 0) return { columns: incoming, isChanged: true };
  if (timeAt(stored, stored.length - 1) < timeAt(incoming, 0)) {
    return { columns: concatColumns([stored, incoming]), isChanged: true };
  }
  const merged = newColumns(stored.length + incoming.length);
  let isChanged = false;
  let i = 0;
  let j = 0;
  let length = 0;
  while (i < stored.length || j < incoming.length) {
    const storedTime = i < stored.length ? timeAt(stored, i) : Number.POSITIVE_INFINITY;
    const incomingTime = j < incoming.length ? timeAt(incoming, j) : Number.POSITIVE_INFINITY;
    if (storedTime < incomingTime) copyBar(stored, i++, merged, length++);
    else {
      if (storedTime > incomingTime || !isSame(stored, i, incoming, j)) isChanged = true;
      if (storedTime === incomingTime) i++;
      copyBar(incoming, j++, merged, length++);
    }
  }
  return { columns: isChanged ? sliceColumns(merged, 0, length) : stored, isChanged };
}

import { type Bar, isSameBar } from './columns.ts';

/**
 * A state of a bar and until when it knows: it includes every trade up to `knownUntilMs`, on the feed's clock. Ticks
 * know until their own time. A vendor's answer knows until a little before its question, as vendors publish trades late.
 */
export type KnownBar = Bar & { readonly knownUntilMs: number };

/**
 * Whether a state is the vendor's last word: its knowledge reaches the bar's end. Ticks of a bar never do, so only the
 * vendor's history ends a bar; until then a bar whose time has passed is closing.
 */
export function isFinalState({ knownUntilMs }: Pick<KnownBar, 'knownUntilMs'>, closesAtMs: number) {
  return knownUntilMs >= closesAtMs;
}

function greaterVolume(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/**
 * One state out of two of the same bar from the same source: the one that knows more wins, of equal ones `b`. A final
 * state wins whole. Before that, the range and the volume never shrink, as a trade that was seen has happened. The result
 * is independent of the order in which states arrive. Answers `a` itself if `b` adds nothing.
 */
export function mergeStates(a: KnownBar, b: KnownBar, closesAtMs: number): KnownBar {
  const [more, less] = a.knownUntilMs > b.knownUntilMs ? [a, b] : [b, a];
  const merged = isFinalState(more, closesAtMs)
    ? more
    : {
        ...more,
        high: Math.max(more.high, less.high),
        low: Math.min(more.low, less.low),
        volume: greaterVolume(more.volume, less.volume),
      };
  const isSame = (one: KnownBar) =>
    one.knownUntilMs === merged.knownUntilMs && isSameBar(one, merged);
  return isSame(a) ? a : isSame(b) ? b : merged;
}

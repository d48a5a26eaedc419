/** A span of time `[fromMs, toMs)`; empty if `toMs` is not after `fromMs`. */
export type Span = { fromMs: number; toMs: number };

export function isEmptySpan({ fromMs, toMs }: Span): boolean {
  return toMs <= fromMs;
}

/** Empty if the spans do not overlap. */
export function intersection(a: Span, b: Span): Span {
  return { fromMs: Math.max(a.fromMs, b.fromMs), toMs: Math.min(a.toMs, b.toMs) };
}

export function overlaps(a: Span, b: Span): boolean {
  return !isEmptySpan(intersection(a, b));
}

/** The fewest spans that cover the same moments, ascending, without empty or touching ones. */
export function union(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.fromMs - b.fromMs)) {
    const last = joined.at(-1);
    if (isEmptySpan(span)) continue;
    if (last && span.fromMs <= last.toMs) last.toMs = Math.max(last.toMs, span.toMs);
    else joined.push({ ...span });
  }
  return joined;
}

/** The parts of a span that no other span covers, ascending. */
export function subtract(from: Span, removed: readonly Span[]): Span[] {
  const left: Span[] = [];
  let atMs = from.fromMs;
  for (const span of union(removed)) {
    if (span.toMs <= atMs) continue;
    if (span.fromMs >= from.toMs) break;
    if (span.fromMs > atMs) left.push({ fromMs: atMs, toMs: span.fromMs });
    atMs = span.toMs;
  }
  if (atMs < from.toMs) left.push({ fromMs: atMs, toMs: from.toMs });
  return left;
}

/** A half-open span of time; empty where `toMs` is not after `fromMs`. */
export type Span = { fromMs: number; toMs: number };

export function isEmptySpan({ fromMs, toMs }: Span): boolean {
  return toMs <= fromMs;
}

export function intersection(a: Span, b: Span): Span {
  return { fromMs: Math.max(a.fromMs, b.fromMs), toMs: Math.min(a.toMs, b.toMs) };
}

/**
 * What is covered when another span has been answered. A chunk keeps one span without a hole:
 * of two that do not touch the wider one is kept, the other is asked again some day.
 */
export function joinCoverage(known: Span, answered: Span): Span {
  if (isEmptySpan(answered)) return known;
  if (isEmptySpan(known)) return answered;
  if (answered.fromMs <= known.toMs && known.fromMs <= answered.toMs) {
    return {
      fromMs: Math.min(known.fromMs, answered.fromMs),
      toMs: Math.max(known.toMs, answered.toMs),
    };
  }
  return known.toMs - known.fromMs >= answered.toMs - answered.fromMs ? known : answered;
}

/** The parts of a span that are not covered, ascending. */
export function uncovered(needed: Span, known: Span): Span[] {
  if (isEmptySpan(needed)) return [];
  const common = intersection(needed, known);
  if (isEmptySpan(common)) return [needed];
  const before = { fromMs: needed.fromMs, toMs: common.fromMs };
  const after = { fromMs: common.toMs, toMs: needed.toMs };
  return [before, after].filter((span) => !isEmptySpan(span));
}

/** Joins spans that touch; the given ones are ascending. */
export function joinTouching(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last && span.fromMs <= last.toMs) last.toMs = Math.max(last.toMs, span.toMs);
    else joined.push({ ...span });
  }
  return joined;
}

import type { Emit, MeasurePhase } from '../chart-events.ts';
import type { ChartPoint } from '../chart-source.ts';

export type Measure = { from: ChartPoint; to: ChartPoint };
export type MeasureTool = ReturnType<typeof createMeasureTool>;

/** Measures the distance between two points; at most one measurement is shown. */
export function createMeasureTool(deps: { emit: Emit; redraw: () => void }) {
  let phase: MeasurePhase = 'off';
  let measure: Measure | null = null;
  const setPhase = (next: MeasurePhase, drawn: Measure | null) => {
    const before = phase;
    phase = next;
    measure = drawn;
    deps.redraw();
    if (next !== before) deps.emit('measure', next);
  };
  return {
    phase: () => phase,
    /** Null while there is nothing to draw. */
    measure: () => measure,
    /** Waits for the first point. */
    arm: () => setPhase('armed', null),
    begin: (from: ChartPoint) => setPhase('drawing', { from, to: from }),
    move(to: ChartPoint): void {
      if (measure) setPhase(phase, { ...measure, to });
    },
    finish(): void {
      if (measure) setPhase('done', measure);
    },
    /** Removes the measurement; false where there was none. */
    clear(): boolean {
      if (phase === 'off') return false;
      setPhase('off', null);
      return true;
    },
  };
}

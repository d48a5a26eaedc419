import type { MeasurePhase } from '../chart-events.ts';
import type { ChartPoint } from '../chart-source.ts';
import type { Emitter } from './emitter.ts';

/** What is measured: from one bar and price to another. */
export type Measure = { from: ChartPoint; to: ChartPoint };

/** A distance on the chart, taken between two points; at most one is shown. */
export type MeasureTool = {
  phase: () => MeasurePhase;
  /** Null while nothing is to be drawn. */
  measure: () => Measure | null;
  /** Waits for the first point. */
  arm: () => void;
  begin: (from: ChartPoint) => void;
  move: (to: ChartPoint) => void;
  finish: () => void;
  /** Ends it and takes away what is drawn; false where there was nothing. */
  clear: () => boolean;
};

export function createMeasureTool(deps: { emitter: Emitter; redraw: () => void }): MeasureTool {
  let phase: MeasurePhase = 'off';
  let measure: Measure | null = null;
  const setPhase = (next: MeasurePhase, drawn: Measure | null) => {
    const before = phase;
    phase = next;
    measure = drawn;
    deps.redraw();
    if (next !== before) deps.emitter.emit('measure', next);
  };
  return {
    phase: () => phase,
    measure: () => measure,
    arm: () => setPhase('armed', null),
    begin: (from) => setPhase('drawing', { from, to: from }),
    move(to) {
      if (measure) setPhase(phase, { ...measure, to });
    },
    finish() {
      if (measure) setPhase('done', measure);
    },
    clear() {
      if (phase === 'off') return false;
      setPhase('off', null);
      return true;
    },
  };
}

import type { ChartPoint, MeasurePhase } from '../chart-events.ts';
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
  const turn = (next: MeasurePhase, drawn: Measure | null) => {
    const before = phase;
    phase = next;
    measure = drawn;
    deps.redraw();
    if (next !== before) deps.emitter.emit('measure', next);
  };
  return {
    phase: () => phase,
    measure: () => measure,
    arm: () => turn('armed', null),
    begin: (from) => turn('drawing', { from, to: from }),
    move(to) {
      if (measure) turn(phase, { ...measure, to });
    },
    finish() {
      if (measure) turn('done', measure);
    },
    clear() {
      if (phase === 'off') return false;
      turn('off', null);
      return true;
    },
  };
}

import type { ChartEvents } from '../chart-events.ts';

type Listener<Name extends keyof ChartEvents> = (event: ChartEvents[Name]) => void;
type Listeners = { [Name in keyof ChartEvents]: Set<Listener<Name>> };

/** The chart's events: who listens, and telling them. */
export type Emitter = {
  on: <Name extends keyof ChartEvents>(name: Name, listener: Listener<Name>) => () => void;
  emit: <Name extends keyof ChartEvents>(name: Name, event: ChartEvents[Name]) => void;
  clear: () => void;
};

/** A listener that throws is reported to the page and never stops the drawing or the other listeners. */
export function createEmitter(): Emitter {
  const listeners: Listeners = {
    legend: new Set(),
    load: new Set(),
    panes: new Set(),
    coverage: new Set(),
    closed: new Set(),
    lastBar: new Set(),
    visible: new Set(),
    pointedMarks: new Set(),
    measure: new Set(),
    unread: new Set(),
    drawings: new Set(),
    drawing: new Set(),
    textWanted: new Set(),
    undo: new Set(),
    layout: new Set(),
    compared: new Set(),
    comparedReadings: new Set(),
  };
  return {
    on(name, listener) {
      listeners[name].add(listener);
      return () => listeners[name].delete(listener);
    },
    emit(name, event) {
      for (const listener of [...listeners[name]]) {
        try {
          listener(event);
        } catch (error) {
          reportError(error);
        }
      }
    },
    clear() {
      for (const set of Object.values(listeners)) set.clear();
    },
  };
}

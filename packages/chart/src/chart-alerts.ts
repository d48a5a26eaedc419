/** The line of an alert at a price. A fixed one can be pressed and not dragged. */
export type AlertLine = { id: number; price: number; isFixed?: boolean };

/** A moment at which an alert would have fired: a bar by its time, and a price. */
export type PastFiring = { timeMs: number; price: number };

/** The alerts of the open instrument on the main pane. They are no part of the layout. */
export type ChartAlerts = {
  /** Shows lines, which a mouse drags to other prices; `alertMoved` tells where to. Replaces the former ones. */
  setLines: (lines: readonly AlertLine[]) => void;
  /** Shows small marks where an alert would have fired; an empty list removes them. */
  setPast: (firings: readonly PastFiring[]) => void;
};

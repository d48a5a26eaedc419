import type { Extent } from '../axis/value-extent.ts';
import type { ToY } from '../axis/value-scale.ts';
import type { ChartComparison, ComparedInstrument } from '../chart-comparison.ts';
import type { Frame } from '../paint/frame.ts';
import type { ValueTag } from '../tags/merge-tags.ts';

/** What is compared, as drawing and loading see it. Its code is loaded when something is compared first. */
export type ComparedLayer = Pick<ChartComparison, 'retry' | 'reopen' | 'closes'> & {
  /** Loads and draws those in sight in the resolution of the chart; those that are hidden or gone are let go. */
  follow: (instruments: readonly ComparedInstrument[]) => void;
  /** Lowest and highest percentage of the lines over bars in view. */
  extent: (span: { from: number; to: number }) => Extent;
  paint: (frame: Frame) => void;
  tags: (toY: ToY) => ValueTag[];
  /** Another picture has been drawn: tells what is read at the crosshair, and asks for bars as old as those of the chart. */
  onPainted: () => void;
  end: () => void;
};

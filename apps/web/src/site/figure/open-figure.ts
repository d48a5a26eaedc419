import { MARKET_HOURS } from '@moneytrail/calendar';
import { type BarsPage, type ChartEngine, createChart, type LegendValues } from '@moneytrail/chart';
import type { StudyId, StudyInputs } from '@moneytrail/indicators';
import { canvasTheme, STANDARD_COLOURS } from '../../features/chart/model/chart-look.ts';
import { textScale } from '../../lib/text-scale.ts';
import { theme } from '../layout/theme.ts';
import { barsOf } from './daily-bars.ts';
import type { FigureData } from './figure-data.ts';

export type FigureSpec = {
  data: FigureData;
  studies: readonly StudyId[];
  /** The first day in view, `YYYY-MM-DD`. The newest bar is always in view: the axis tags show its values. */
  from: string;
};

/** The values at the crosshair, else of the last bar. */
export type FigureValues = Pick<LegendValues, 'studyBar' | 'studies'>;

export type FigureChart = {
  setInputs: (inputs: Partial<StudyInputs>) => void;
  /** Moves the crosshair by bars. */
  step: (bars: number) => void;
  leave: () => void;
  end: () => void;
};

const GUIDES = {
  hasGrid: true,
  hasLastPriceLine: false,
  hasCountdown: false,
  hasSessionBreaks: false,
  hasTags: true,
} as const;

const NOTHING: BarsPage = { bars: [], hasOlder: false };

const colours = () => canvasTheme(theme.get(), STANDARD_COLOURS);

/** Shows the first view once all bars are loaded. */
function showFirst(engine: ChartEngine, { from }: FigureSpec): void {
  const stop = engine.on('load', ({ kind }) => {
    const last = engine.bars(1)[0];
    if (kind !== 'idle' || !last) return;
    stop();
    engine.showSpan(Date.parse(from), last.time);
  });
}

/** Draws bundled bars; the only request is for their file. */
export async function openFigure(
  element: HTMLElement,
  spec: FigureSpec,
  onValues: (values: FigureValues) => void,
): Promise<FigureChart> {
  const { data, studies } = spec;
  const file = await data.load();
  const engine = createChart(element, {
    theme: colours(),
    zone: 'Etc/UTC',
    studies: [],
    textScale: textScale.get(),
    now: Date.now,
    isEmbedded: true,
  });
  engine.setGuides(GUIDES);
  engine.setVolume(false);
  showFirst(engine, spec);
  engine.on('legend', onValues);
  const page: BarsPage = { bars: barsOf(file), hasOlder: false };
  engine.open({
    symbol: {
      ticker: data.code,
      code: data.code,
      precision: file.decimals,
      hours: MARKET_HOURS[data.hours],
      mayBeNegative: false,
    },
    resolution: '1D',
    source: {
      loadNewest: async () => page,
      loadOlder: async () => NOTHING,
      subscribe: () => () => {},
    },
  });
  const stopTextScale = textScale.subscribe(() => engine.setTextScale(textScale.get()));
  const stopTheme = theme.subscribe(() => engine.setTheme(colours()));
  return {
    setInputs: (inputs) =>
      engine.setStudies(studies.map((id) => ({ key: id, id, inputs, isVisible: true }))),
    step: engine.moveCrosshair,
    leave: engine.hideCrosshair,
    end: () => {
      stopTheme();
      stopTextScale();
      engine.dispose();
    },
  };
}

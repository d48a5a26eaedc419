import type { Resolution } from '@moneytrail/calendar';
import type { LegendValues, PaneId, PanePlace } from '@moneytrail/chart';
import type { SymbolInfo } from '@moneytrail/contract';
import { inputProblems, type OutputDefinition } from '@moneytrail/indicators';
import {
  directionOf,
  formatChange,
  formatPrice,
  formatStudyValue,
  formatVolume,
} from '../../../lib/format.ts';
import { formatBarTime, formatMoment } from '../../../lib/format-time.ts';
import { closedBarOf, closedText } from '../legend/closed-bar.ts';
import { RESOLUTION_LABELS } from '../model/resolution-labels.ts';
import { inputsText } from '../preferences/inputs-text.ts';
import { repeatsLevels } from '../preferences/repeats-levels.ts';
import type { StudyOnChart } from '../preferences/studies-on-chart.ts';

/** A piece of text in a picture; `colour` is a token of the page. */
export type Run = {
  text: string;
  colour: 'text' | 'text-dim' | 'up-text' | 'down-text' | 'warning-text';
  isStrong?: boolean;
  /** Drawn before the text: a sample of the line that it is of. */
  line?: Pick<OutputDefinition, 'colour' | 'line'>;
};

/** What a picture says beside what is drawn: rows above it, and rows at the top of its panes. */
export type PictureWords = { head: Run[][]; panes: { topPx: number; rows: Run[][] }[] };

export type PictureSetting = {
  info: Pick<SymbolInfo, 'name' | 'description' | 'exchange'>;
  resolution: Resolution;
  zone: string;
  decimals: number;
  /** Of the bar at the crosshair, else of the newest one. */
  legend: LegendValues | null;
  lastClosedMs: number | null;
  places: readonly PanePlace[];
  /** Rows that name what is compared. */
  compared: readonly Run[][];
  /** The studies that are drawn. */
  studies: readonly StudyOnChart[];
  /** Whether the legend of the main pane shows no studies: the picture then names them without values. */
  isFolded: boolean;
  nowMs: number;
};

/** A pane that is lower has no room for words. */
const LOWEST_PX = 28;

function barRow({ legend, decimals, resolution, zone, lastClosedMs }: PictureSetting): Run[] {
  const bar = legend?.bar;
  if (!bar) return [];
  const change = legend.previousClose === null ? null : bar.close - legend.previousClose;
  const isOpen = lastClosedMs === null || bar.time > lastClosedMs;
  const direction = directionOf(change);
  const named = (name: string, text: string): Run[] => [
    { text: `${name} ${text}`, colour: 'text' },
  ];
  return [
    {
      text: `${formatBarTime(bar.time, resolution, zone)}${isOpen ? ', open bar' : ''}`,
      colour: 'text-dim',
    },
    ...named('O', formatPrice(bar.open, decimals)),
    ...named('H', formatPrice(bar.high, decimals)),
    ...named('L', formatPrice(bar.low, decimals)),
    ...named('C', formatPrice(bar.close, decimals)),
    {
      text: formatChange(bar.close, legend.previousClose, decimals),
      colour: direction === 'none' ? 'text' : `${direction}-text`,
    },
    ...named('V', formatVolume(bar.volume)),
  ];
}

/** Of which closed bar the values are, where the prices are of the forming one. */
function closedNote({ legend, resolution, zone }: PictureSetting): Run[] {
  const timeMs = closedBarOf(legend);
  return timeMs === null
    ? []
    : [{ text: closedText(formatBarTime(timeMs, resolution, zone)), colour: 'text-dim' }];
}

function valuesOf(study: StudyOnChart, { legend, decimals }: PictureSetting): Run[] {
  const names = study.inputs.map(({ name }) => name);
  if (inputProblems(study.chosenInputs, names).length > 0 || repeatsLevels(study)) return [];
  return study.outputs
    .filter(({ isDrawn }) => isDrawn)
    .map((output) => ({
      text: formatStudyValue(output.format, legend?.studies[study.key]?.[output.key], decimals),
      colour: 'text',
      line: output,
    }));
}

function rowsOf(pane: PaneId, setting: PictureSetting): Run[][] {
  const studies = setting.studies.filter((study) => study.standsIn === pane);
  const rows = studies.map((study): Run[] => [
    { text: study.name, colour: 'text', isStrong: true },
    { text: inputsText(study, study.chosenInputs), colour: 'text-dim' },
    ...valuesOf(study, setting),
  ]);
  if (pane !== 'main') return rows.length === 0 ? [] : [rows.flat()];
  if (!setting.isFolded) return [...setting.compared, ...rows];
  return [...setting.compared, rows.map(([name]): Run => ({ text: '', colour: 'text', ...name }))];
}

/** The words of a picture: what is shown, which bar, when the picture was taken, and the studies of every pane. */
export function pictureWords(setting: PictureSetting): PictureWords {
  const { info, resolution, zone, nowMs } = setting;
  return {
    head: [
      [
        { text: info.name, colour: 'text', isStrong: true },
        { text: info.description, colour: 'text-dim' },
        { text: RESOLUTION_LABELS[resolution], colour: 'text' },
        { text: info.exchange, colour: 'text' },
      ],
      barRow(setting),
      [
        { text: `Picture of ${formatMoment(nowMs, zone)}`, colour: 'text-dim' },
        ...closedNote(setting),
      ],
    ],
    panes: setting.places
      .filter(({ heightPx }) => heightPx >= LOWEST_PX)
      .map(({ pane, topPx }) => ({ topPx, rows: rowsOf(pane, setting) })),
  };
}

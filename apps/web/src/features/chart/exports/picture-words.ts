import { RESOLUTION_LABELS, type Resolution } from '@moneytrail/calendar';
import type { LegendValues, PaneId, PanePlace } from '@moneytrail/chart';
import type { SymbolInfo } from '@moneytrail/contract';
import { isHouse, type OutputDefinition, studyInputProblems } from '@moneytrail/indicators';
import {
  directionOf,
  formatChange,
  formatPrice,
  formatStudyValue,
  formatVolume,
} from '../../../lib/format.ts';
import { formatBarTime, formatMoment } from '../../../lib/format-time.ts';
import type { StudiedInstruments } from '../compare/studied-instruments.ts';
import { closedBarOf, closedText } from '../legend/closed-bar.ts';
import { SIMULATED } from '../model/messages.ts';
import { inputsText, repeatsLevels, type StudyOnChart } from '../preferences/studies-on-chart.ts';
import { isNoneHere } from '../summary/why-unknown.ts';

/** A piece of text in a picture; `colour` is a colour token. */
export type Run = {
  text: string;
  colour: 'text' | 'text-dim' | 'up-text' | 'down-text' | 'warning-text' | 'info-text';
  isStrong?: boolean;
  /** A sample of this line is drawn before the text. */
  line?: Pick<OutputDefinition, 'colour' | 'line'>;
};

/** Rows of text above the picture, and at the top of its panes. */
export type PictureWords = { head: Run[][]; panes: { topPx: number; rows: Run[][] }[] };

export type PictureSetting = {
  info: Pick<SymbolInfo, 'name' | 'description' | 'exchange'>;
  resolution: Resolution;
  zone: string;
  decimals: number;
  /** Values of the bar at the crosshair, otherwise of the newest one. */
  legend: LegendValues | null;
  lastClosedMs: number | null;
  places: readonly PanePlace[];
  /** Rows that name the compared instruments. */
  compared: readonly Run[][];
  studies: readonly StudyOnChart[];
  /** The instruments that studies are computed from. */
  studied: StudiedInstruments;
  /** The main pane's legend is folded: studies are named without values. */
  isFolded: boolean;
  nowMs: number;
  /** The replayed moment; null for live bars. */
  replayMs: number | null;
};

/** A lower pane has no room for text. */
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

/** Names the closed bar of the study values, where the prices are those of the forming bar. */
function closedNote({ legend, resolution, zone }: PictureSetting): Run[] {
  const timeMs = closedBarOf(legend);
  return timeMs === null
    ? []
    : [
        {
          text: closedText(formatBarTime(timeMs, resolution, zone), legend?.isClosing ?? false),
          colour: 'text-dim',
        },
      ];
}

function valuesOf(study: StudyOnChart, { legend, decimals, studied }: PictureSetting): Run[] {
  if (studyInputProblems(study, study.chosenInputs).length > 0 || repeatsLevels(study)) return [];
  const values = legend?.studies[study.key] ?? {};
  const barCount = legend?.studyBarCount ?? 0;
  const isRestAbsent = isNoneHere(study, study.chosenInputs, { barCount, values });
  const other = study.instrument === null ? null : studied(study.instrument);
  if (other?.problem) return [{ text: other.problem, colour: 'warning-text' }];
  const note: Run[] = other?.isSimulated ? [{ text: SIMULATED, colour: 'warning-text' }] : [];
  const texts = study.outputs
    .filter(({ key, isDrawn }) => isDrawn && (values[key] != null || !isRestAbsent))
    .map(
      (output): Run => ({
        text: formatStudyValue(output.format, values[output.key], other?.decimals ?? decimals),
        colour: 'text',
        line: output,
      }),
    );
  return [...note, ...texts];
}

function rowsOf(pane: PaneId, setting: PictureSetting): Run[][] {
  const studies = setting.studies.filter((study) => study.standsIn === pane);
  const rows = studies.map((study): Run[] => [
    { text: isHouse(study) ? study.name : study.shortName, colour: 'text', isStrong: true },
    { text: inputsText(study, study.chosenInputs), colour: 'text-dim' },
    ...valuesOf(study, setting),
  ]);
  if (pane !== 'main') return rows.length === 0 ? [] : [rows.flat()];
  if (!setting.isFolded) return [...setting.compared, ...rows];
  return [...setting.compared, rows.map(([name]): Run => ({ text: '', colour: 'text', ...name }))];
}

/** Instrument, bar, time of the picture, and the studies of each pane. */
export function pictureWords(setting: PictureSetting): PictureWords {
  const { info, resolution, zone, nowMs, replayMs } = setting;
  const replay: Run[] =
    replayMs === null
      ? []
      : [
          {
            text: `Replay until ${formatMoment(replayMs, zone)}`,
            colour: 'info-text',
            isStrong: true,
          },
        ];
  return {
    head: [
      [
        { text: info.name, colour: 'text', isStrong: true },
        { text: info.description, colour: 'text-dim' },
        { text: RESOLUTION_LABELS[resolution], colour: 'text' },
        { text: info.exchange, colour: 'text' },
        ...replay,
      ],
      barRow(setting),
      [
        { text: `Picture of ${formatMoment(nowMs, zone)}`, colour: 'text-dim' },
        ...closedNote(setting),
      ],
    ],
    panes: setting.places
      .filter(({ heightPx, isFolded }) => isFolded || heightPx >= LOWEST_PX)
      .map(({ pane, topPx }) => ({ topPx, rows: rowsOf(pane, setting) })),
  };
}

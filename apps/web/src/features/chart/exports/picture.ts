import { BRAND } from '@moneytrail/contract';
import { SIMULATED } from '../model/messages.ts';
import type { PictureWords, Run } from './picture-words.ts';

const ROW_PX = 18;
const TEXT_PX = 12;
const GAP_PX = 8;
const SIDE_PX = 12;
/** Above and below the rows of the head. */
const PADDING_PX = 8;
const SAMPLE_PX = 12;
/** Kept free for the value axis at the right of a pane. */
const AXIS_PX = 92;
/** Above the first row of a pane. */
const PANE_TOP_PX = 4;

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--mt-${name}`).trim();
}

function setFont(context: CanvasRenderingContext2D, isStrong = false): void {
  context.font = `${isStrong ? 650 : 500} ${TEXT_PX}px ${getComputedStyle(document.body).fontFamily}`;
}

function widthOf(context: CanvasRenderingContext2D, { text, isStrong, line }: Run): number {
  setFont(context, isStrong);
  return context.measureText(text).width + (line ? SAMPLE_PX + 5 : 0);
}

/** Breaks a row between its pieces where it is too wide. */
function wrap(context: CanvasRenderingContext2D, row: readonly Run[], widthPx: number): Run[][] {
  const lines: Run[][] = [];
  let leftPx = 0;
  for (const run of row) {
    const runPx = widthOf(context, run);
    const current = lines.at(-1);
    if (current && leftPx + GAP_PX + runPx <= widthPx) {
      current.push(run);
      leftPx += GAP_PX + runPx;
    } else {
      lines.push([run]);
      leftPx = runPx;
    }
  }
  return lines;
}

function writeRun(context: CanvasRenderingContext2D, run: Run, x: number, y: number): void {
  const { text, colour, isStrong, line } = run;
  let textX = x;
  if (line) {
    const { dash, widthPx, opacity } = line.line;
    context.globalAlpha = opacity;
    context.strokeStyle = token(`line-${line.colour}`);
    context.lineWidth = Math.max(widthPx, 2);
    context.setLineDash({ solid: [], dashed: [5, 2], dotted: [2, 2] }[dash]);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + SAMPLE_PX, y);
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
    textX += SAMPLE_PX + 5;
  }
  setFont(context, isStrong);
  // An outline in the background's colour keeps text readable over lines.
  context.strokeStyle = token('chart-bg');
  context.lineWidth = 3;
  context.strokeText(text, textX, y);
  context.fillStyle = token(colour);
  context.fillText(text, textX, y);
}

function write(context: CanvasRenderingContext2D, lines: readonly Run[][], topPx: number): void {
  lines.forEach((line, index) => {
    let x = SIDE_PX;
    for (const run of line) {
      writeRun(context, run, x, topPx + (index + 0.5) * ROW_PX);
      x += widthOf(context, run) + GAP_PX;
    }
  });
}

/** The brand and the notice of simulated prices, in the upper right corner. */
function writeCorner(context: CanvasRenderingContext2D, rightPx: number, simulated: boolean): void {
  const y = PADDING_PX + ROW_PX / 2;
  context.textAlign = 'right';
  setFont(context, true);
  context.fillStyle = token('text-dim');
  context.fillText(BRAND.toolbarName, rightPx, y);
  if (simulated) {
    const brandPx = context.measureText(BRAND.toolbarName).width;
    context.fillStyle = token('warning-text');
    context.fillText(SIMULATED, rightPx - brandPx - GAP_PX, y);
  }
  context.textAlign = 'left';
}

/** The drawn chart with text above it and in its panes. `ratio`: device pixels per CSS pixel. */
export function pictureWithWords(
  chart: HTMLCanvasElement,
  words: PictureWords,
  { ratio, simulated }: { ratio: number; simulated: boolean },
): Promise<Blob> {
  const picture = document.createElement('canvas');
  const context = picture.getContext('2d');
  if (!context) throw new Error('The browser has no canvas.');
  const widthPx = chart.width / ratio;
  setFont(context, true);
  const corner = simulated ? `${SIMULATED} ${BRAND.toolbarName}` : BRAND.toolbarName;
  const cornerPx = context.measureText(corner).width + 2 * GAP_PX;
  const [title = [], ...rest] = words.head;
  const head = [
    ...wrap(context, title, widthPx - 2 * SIDE_PX - cornerPx),
    ...rest.flatMap((row) => wrap(context, row, widthPx - 2 * SIDE_PX)),
  ];
  // Whole pixels keep the chart's lines sharp.
  const headPixels = Math.round((head.length * ROW_PX + 2 * PADDING_PX) * ratio);
  picture.width = chart.width;
  picture.height = chart.height + headPixels;
  context.fillStyle = token('chart-bg');
  context.fillRect(0, 0, picture.width, picture.height);
  context.drawImage(chart, 0, headPixels);
  context.scale(ratio, ratio);
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  write(context, head, PADDING_PX);
  writeCorner(context, widthPx - SIDE_PX, simulated);
  for (const { topPx, rows } of words.panes) {
    const lines = rows.flatMap((row) => wrap(context, row, widthPx - AXIS_PX - SIDE_PX));
    write(context, lines, headPixels / ratio + topPx + PANE_TOP_PX);
  }
  return new Promise((resolve, reject) => {
    picture.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('No picture.'))),
      'image/png',
    );
  });
}

import type { Resolution } from '@moneytrail/calendar';
import type { SymbolInfo } from '@moneytrail/contract';
import { BRAND } from '@moneytrail/contract';
import { SIMULATED } from '../screen/messages.ts';
import { RESOLUTION_LABELS } from './resolution-labels.ts';

const CAPTION_PX = 36;

async function imageOf(dataUrl: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = dataUrl;
  await image.decode();
  return image;
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--mt-${name}`);
}

/** The chart's picture under a line that says what it shows, and that prices are simulated where they are. */
export async function pictureWithCaption(
  dataUrl: string,
  info: SymbolInfo,
  resolution: Resolution,
): Promise<Blob> {
  const image = await imageOf(dataUrl);
  const scale = window.devicePixelRatio;
  const caption = CAPTION_PX * scale;
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height + caption;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas.');
  context.fillStyle = token('chart-bg');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, caption);
  const write = (text: string, x: number, align: CanvasTextAlign, colour: string) => {
    context.font = `600 ${13 * scale}px ${getComputedStyle(document.body).fontFamily}`;
    context.textBaseline = 'middle';
    context.textAlign = align;
    context.fillStyle = token(colour);
    context.fillText(text, x, caption / 2);
  };
  const title = [info.name, info.description, RESOLUTION_LABELS[resolution], info.exchange];
  write(title.join(' · '), 12 * scale, 'left', 'text');
  const corner = info.simulated ? `${SIMULATED} · ${BRAND.toolbarName}` : BRAND.toolbarName;
  write(corner, canvas.width - 12 * scale, 'right', info.simulated ? 'warning-text' : 'text-dim');
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture.'))), 'image/png');
  });
}

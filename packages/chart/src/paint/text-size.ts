/** The texts of a chart's canvas. */
export type TextLook = {
  /** Font family of the page. */
  font: string;
  /** Size of all texts and of the room they take: 1 at the browser's usual text size, 2 at twice that. */
  textScale: number;
};

/** Size of texts at the usual text size, px. */
const TEXT_PX = 12;

/** Size of the chart's texts, px. */
export function textPx({ textScale }: Pick<TextLook, 'textScale'>): number {
  return TEXT_PX * textScale;
}

/** The font of a canvas. */
export function canvasFont(look: TextLook, weight: 400 | 500): string {
  return `${weight} ${textPx(look)}px ${look.font}`;
}

/** In a narrower pane the names of tags would cover the bars: colours tell the tags apart. */
export const NAMED_TAGS_PX = 260;

import type { StudyDefinition } from '@moneytrail/indicators';
import type { OutputStyle } from '../chart-look.ts';

/**
 * A study with the lines the user wants instead of the catalogue's. A channel is filled in the colour of its upper
 * edge, and only between edges that are both in sight.
 */
export function styledStudy(
  definition: StudyDefinition,
  styles: Readonly<Record<string, OutputStyle>> = {},
): StudyDefinition {
  const outputs = definition.outputs.map((output) => {
    const { colour, widthPx, dash, isVisible, opacity } = styles[output.key] ?? {};
    return {
      ...output,
      colour: colour ?? output.colour,
      line: {
        widthPx: widthPx ?? output.line.widthPx,
        dash: dash ?? output.line.dash,
        opacity: opacity ?? output.line.opacity,
      },
      isDrawn: output.isDrawn && isVisible !== false,
    };
  });
  const fills = definition.fills.flatMap((fill) => {
    const upper = outputs.find(({ key }) => key === fill.upper);
    const lower = outputs.find(({ key }) => key === fill.lower);
    const isBounded = fill.lower === 'zero' || lower?.isDrawn;
    const opacity = styles[fill.upper]?.fillOpacity ?? fill.opacity;
    if (!upper?.isDrawn || !isBounded || opacity === 0) return [];
    return [{ ...fill, colour: upper.colour, opacity }];
  });
  return { ...definition, outputs, fills };
}

import type { ColourToken, LineStyle } from '@moneytrail/indicators';

type Props = { colour: ColourToken; line: LineStyle };

const WIDTH_PX = 40;
const HEIGHT_PX = 8;
const DASHES: Readonly<Record<LineStyle['dash'], string | undefined>> = {
  solid: undefined,
  dashed: '6 4',
  dotted: '2 3',
};

/** A sample of a study's line; colour is never the only cue. */
export function LineSample({ colour, line }: Props) {
  return (
    <svg width={WIDTH_PX} height={HEIGHT_PX} aria-hidden="true" data-line-sample="">
      <line
        x1="0"
        x2={WIDTH_PX}
        y1={HEIGHT_PX / 2}
        y2={HEIGHT_PX / 2}
        stroke={`var(--mt-line-${colour})`}
        strokeWidth={Math.max(line.widthPx, 1.5)}
        strokeDasharray={DASHES[line.dash]}
      />
    </svg>
  );
}

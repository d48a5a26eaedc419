type Props = { colour: string; dash: 'solid' | 'dashed' };

/** A short piece of a study's line as the chart draws it; the name beside it says what it is. */
export function LineSample({ colour, dash }: Props) {
  const width = dash === 'solid' ? 2 : 1.5;
  return (
    <svg width="20" height="8" aria-hidden="true" focusable="false">
      <line
        x1="1"
        x2="19"
        y1="4"
        y2="4"
        stroke={`var(--mt-line-${colour})`}
        strokeWidth={width}
        {...(dash === 'dashed' ? { strokeDasharray: '6 4' } : {})}
      />
    </svg>
  );
}

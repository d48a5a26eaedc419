import type { DrawingTool } from '@moneytrail/chart';

/** An anchor point, as on the chart. */
function point(x: number, y: number): string {
  return `M${x - 1.75} ${y}a1.75 1.75 0 1 0 3.5 0a1.75 1.75 0 1 0-3.5 0`;
}

/** A small picture of each tool with its anchor points, on a grid of 24: no icon set has these. */
const PATHS: Readonly<Record<DrawingTool, string>> = {
  trendLine: `${point(5, 19)}${point(19, 5)}M6.4 17.6 17.6 6.4`,
  ray: `${point(4.5, 19.5)}${point(12, 12)}M5.9 18.1l4.7-4.7M13.4 10.6 21 3`,
  extendedLine: `${point(8.5, 15.5)}${point(15.5, 8.5)}M3 21l4.1-4.1M9.9 14.1l4.2-4.2M16.9 7.1 21 3`,
  arrow: `${point(4.5, 19.5)}M5.9 18.1 20 4M12.5 4H20v7.5`,
  horizontalLine: `${point(12, 12)}M3 12h7M14 12h7`,
  horizontalRay: `${point(4.75, 12)}M6.75 12H21`,
  verticalLine: `${point(12, 12)}M12 3v7M12 14v7`,
  crossLine: `${point(12, 12)}M3 12h7M14 12h7M12 3v7M12 14v7`,
  parallelChannel: `${point(4.5, 13.5)}${point(15.5, 4)}M6 12.2 14 5.3M8.5 20.5 21 9.7`,
  pitchfork: `${point(4.5, 19.5)}${point(7, 8)}${point(16, 17)}M8.2 9.2l6.6 6.6M5.9 18.1 20.5 3.5M8.4 6.6 12 3M17.4 15.6 21 12`,
  fibRetracement: `${point(19, 4.5)}${point(5, 19.5)}M3 4.5h14M3 9.5h18M3 14.5h18M7 19.5h14`,
  rectangle: `${point(5, 6.5)}${point(19, 17.5)}M7 6.5h12v9M17 17.5H5v-9`,
  brush: 'M3.5 16.5c2.5-8 6-9 6.5-5.5s-3.5 8-.500 8.5 6-8.5 8-12 2.5-2 3-1.5',
  text: 'M5 8V5h14v3M12 5v14M9 19h6',
  priceLabel: `${point(5, 19)}M6.2 17.7 8.5 13.5M7 4.5h13.5v9H7z`,
  measure: 'M15.5 3 21 8.5 8.5 21 3 15.5zM7 11.5l2 2M10 8.5l3 3M13 5.5l2 2',
  longPosition: 'M4 4h16v16H4zM4 14.5h16M12 11.5v-4.5M9.75 9 12 6.75 14.25 9',
  shortPosition: 'M4 4h16v16H4zM4 9.5h16M12 12.5v4.5M9.75 15 12 17.25 14.25 15',
  rangeProfile: `${point(5, 4.75)}${point(19, 19.25)}M5 7v14M19 3v14M5 9.5h5M5 13h10M5 16.5h6`,
};

type Props = { tool: DrawingTool; size?: number };

export function ToolIcon({ tool, size = 20 }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[tool]} />
    </svg>
  );
}

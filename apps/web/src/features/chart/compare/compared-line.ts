/** The stroke of what is compared, as the chart draws it. */
export const COMPARED_LINE = { widthPx: 2, dash: 'solid', opacity: 1 } as const;

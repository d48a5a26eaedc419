// Apart from the endpoint, as the address of the record is read by every page.

/** Marks as they were published, or as today's stored bars make them; a record never mixes the two. */
export const RECORD_SOURCES = ['ledger', 'computed'] as const;
export type RecordSource = (typeof RECORD_SOURCES)[number];

/** Marks are published in these resolutions alone. */
export const LEDGER_RESOLUTIONS = ['60', '1D'] as const;

export const RECORD_SIDES = ['any', 'buy', 'sell'] as const;
export const RECORD_STRENGTHS = ['any', 'strong'] as const;
/** The longest span of a record. */
export const MOST_RECORD_YEARS = 50;

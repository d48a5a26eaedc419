// Without schemas: the document's own script carries these numbers.

/** The maximum number of bars in a history response. */
export const MAX_HISTORY_LIMIT = 2_000;
/** The maximum span of a history request: longer than any market's history. */
export const MAX_HISTORY_DAYS = 36_525;

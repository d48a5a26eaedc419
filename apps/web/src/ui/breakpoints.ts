/** Layout breakpoints as media queries; style sheets repeat the numbers. */

/** Narrower than 48 em: the phone layout. */
export const PHONE = '(max-width: 47.99em)';
/**
 * Lower than 30 em: a phone in landscape, or a desktop at 200 %. Narrow windows are excluded, because an on-screen
 * keyboard would switch the layout.
 */
export const LOW = '(min-width: 30em) and (max-height: 29.99em)';
/** The chart keeps a good width beside the summary. */
export const ROOMY = '(min-width: 60em) and (min-height: 30em)';
/** Room for a level's depth beside both. */
export const SPACIOUS = '(min-width: 75em) and (min-height: 30em)';

/** A chart lower than this has room for one study pane, px. */
export const LOW_CHART_PX = 480;

/** Where pages change their layout, as media queries; style sheets have the same numbers. */

/** Narrower than 48 em: the phone's layout. */
export const PHONE = '(max-width: 47.99em)';
/**
 * Lower than 30 em, as a phone in landscape or a desktop at 200 %. A narrow window never is: there a keyboard on the
 * screen would change the layout.
 */
export const LOW = '(min-width: 30em) and (max-height: 29.99em)';
/** Here the chart keeps a good width beside the summary. */
export const ROOMY = '(min-width: 60em) and (min-height: 30em)';
/** Here there is room for the depth of a level beside both. */
export const SPACIOUS = '(min-width: 75em) and (min-height: 30em)';

/** A chart that is lower than so many px has room for one study pane. */
export const LOW_CHART_PX = 480;

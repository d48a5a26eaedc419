import type { Config } from './config.ts';

/** Path of demo mode's own news page. */
export const DEMO_NEWS_PATH = '/api/demo/news';

/** The timeline's settings, in the fragment of its address. */
const TIMELINE_SETTINGS = {
  feedMode: 'all_symbols',
  displayMode: 'regular',
  isTransparent: false,
  width: '100%',
  height: '100%',
  colorTheme: 'THEME',
};

/**
 * TradingView's timeline of market news, embedded as a frame rather than by the widget's script, so that none of its
 * scripts run in our pages. It is not confirmed that its host allows framing at this address.
 *
 * @see https://www.tradingview.com/widget-docs/widgets/news/top-stories/
 */
const TIMELINE = `https://s.tradingview.com/embed-widget/timeline/?locale=en#${encodeURIComponent(
  JSON.stringify(TIMELINE_SETTINGS),
).replace('THEME', '{theme}')}`;

export type NewsSource = {
  /** With the placeholder `{theme}` for `light` or `dark`. */
  address: string;
  /** CSP source of the frame. */
  frameSource: string;
  /** True if it is demo mode's own page. */
  isDemo: boolean;
};

/** The configured page, by default the timeline, or in demo mode our own page. Null if news is switched off. */
export function newsSourceOf({
  newsUrl,
  isDemo,
}: Pick<Config, 'newsUrl' | 'isDemo'>): NewsSource | null {
  if (newsUrl === 'none') return null;
  if (newsUrl === null && isDemo) {
    return { address: `${DEMO_NEWS_PATH}?theme={theme}`, frameSource: "'self'", isDemo: true };
  }
  const address = newsUrl ?? TIMELINE;
  return { address, frameSource: new URL(address).origin, isDemo: false };
}

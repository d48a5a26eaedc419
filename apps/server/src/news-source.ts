import type { Config } from './config.ts';

/** Where demo mode's own page of news stands. */
export const DEMO_NEWS_PATH = '/api/demo/news';

/** The timeline's settings, which its address carries behind the `#`. */
const TIMELINE_SETTINGS = {
  feedMode: 'all_symbols',
  displayMode: 'regular',
  isTransparent: false,
  width: '100%',
  height: '100%',
  colorTheme: 'THEME',
};

/**
 * TradingView's timeline of the markets' news, by the address of the frame and not by the widget's script: so none of its
 * scripts runs in pages of ours. That its host answers at this address in a frame is not confirmed.
 *
 * @see https://www.tradingview.com/widget-docs/widgets/news/top-stories/
 */
const TIMELINE = `https://s.tradingview.com/embed-widget/timeline/?locale=en#${encodeURIComponent(
  JSON.stringify(TIMELINE_SETTINGS),
).replace('THEME', '{theme}')}`;

/** The page of news that the dashboard frames. */
export type NewsSource = {
  /** With `{theme}` where `light` or `dark` is put. */
  address: string;
  /** Who may be framed, as a content policy names it. */
  frameSource: string;
  /** Whether it is demo mode's own page. */
  isDemo: boolean;
};

/** What the setting says; without it the timeline, in demo mode a page of our own. Null where news was switched off. */
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

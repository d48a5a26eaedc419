/** Everything the product stores in a browser, for the privacy policy. */
export const BROWSER_STORAGE = [
  {
    name: 'rt',
    kind: 'Cookie',
    purpose: 'Keeps you signed in: proves the session when its access token is renewed.',
    keptUntil: '14 days after you were last here, 30 days after you signed in, or sign-out',
  },
  {
    name: 'ch',
    kind: 'Cookie',
    purpose: 'Ties the code that you are asked for to this browser.',
    keptUntil: '20 minutes',
  },
  {
    name: 'td-…',
    kind: 'Cookie',
    purpose: 'Knows this device again, so that it is not asked for a code at every sign-in.',
    keptUntil: '30 days',
  },
  {
    name: 'accessToken',
    kind: 'Local storage',
    purpose: 'Shows with each request who is signed in; valid for at most 10 minutes.',
    keptUntil: 'Sign-out',
  },
  {
    name: 'deviceId',
    kind: 'Local storage',
    purpose: 'A random id of this browser, by which its session is listed and ended.',
    keptUntil: 'You remove it',
  },
  {
    name: 'signedOutSession',
    kind: 'Local storage',
    purpose: 'A sign-out that the server has not taken yet, as there was no connection.',
    keptUntil: 'The server has taken it',
  },
  {
    name: 'theme',
    kind: 'Local storage',
    purpose: 'Light or dark.',
    keptUntil: 'You remove it',
  },
  {
    name: 'chart',
    kind: 'Local storage',
    purpose: 'Settings of the chart and its indicators.',
    keptUntil: 'You remove it',
  },
  {
    name: 'legendHeights',
    kind: 'Local storage',
    purpose:
      'The height of the text over your chart, so that the bars do not move when it appears.',
    keptUntil: 'You remove it',
  },
  {
    name: 'chartAutosave',
    kind: 'Local storage',
    purpose: 'Whether changes of your chart are saved by themselves.',
    keptUntil: 'You remove it',
  },
  {
    name: 'chartDraft:…',
    kind: 'Local storage',
    purpose: 'A change of your chart that the server has not taken yet.',
    keptUntil: 'The server has taken it, or sign-out',
  },
  {
    name: 'starredSymbols',
    kind: 'Local storage',
    purpose: 'Symbols that you marked.',
    keptUntil: 'You remove it',
  },
  {
    name: 'recentSymbols',
    kind: 'Local storage',
    purpose: 'Symbols that you opened last.',
    keptUntil: 'You remove it',
  },
  {
    name: 'doNotShowUpgradeModal',
    kind: 'Local storage',
    purpose: 'That you closed the notice about plans, with the id of your account.',
    keptUntil: 'You remove it',
  },
  {
    name: 'users.hiddenColumns',
    kind: 'Local storage',
    purpose: 'For administrators: columns of a table that are hidden.',
    keptUntil: 'You remove it',
  },
  {
    name: 'offline-…',
    kind: 'Cache storage',
    purpose: 'The page that is shown while there is no connection.',
    keptUntil: 'A newer one replaces it',
  },
  {
    name: 'dismissedLapse',
    kind: 'Session storage',
    purpose: 'That you closed the notice of a lapsed payment.',
    keptUntil: 'You close the tab',
  },
  {
    name: 'paymentReturn',
    kind: 'Session storage',
    purpose: 'That you came back from the payment provider, until it is confirmed.',
    keptUntil: 'It is confirmed, or you close the tab',
  },
  {
    name: 'tab',
    kind: 'Session storage',
    purpose: 'A random number of this tab, by which it finds its own unsent change again.',
    keptUntil: 'You close the tab',
  },
  {
    name: 'tanstack_router_reload:…',
    kind: 'Session storage',
    purpose: 'That a page was loaded anew once, as a part of the application was missing.',
    keptUntil: 'You close the tab',
  },
] as const;

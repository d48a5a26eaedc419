export const NEWS_TEXTS = {
  title: 'Market news',
  loading: 'Loading news…',
  unavailable: 'News is unavailable right now.',
} as const;

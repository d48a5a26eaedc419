/** The educational pages in tab order; names are verbatim from the specification. */
export const TOPICS = [
  { id: 'summary', tab: 'Summary', path: '/educational' },
  {
    id: 'support-resistance',
    tab: 'Support & Resistance',
    path: '/educational/support-resistance',
  },
  { id: 'tightness', tab: 'Tightness', path: '/educational/tightness' },
  { id: 'long-short', tab: 'Long/Short', path: '/educational/long-short' },
  { id: 'deployment', tab: 'Deployment', path: '/educational/deployment' },
  {
    id: 'trade-and-risk',
    tab: 'Trade and Risk Managment',
    path: '/educational/trade-and-risk',
  },
] as const;

export type TopicId = (typeof TOPICS)[number]['id'];

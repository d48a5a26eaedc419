import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { DEMO_NEWS_PATH } from '../news-source.ts';

const MINUTE = 1;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Invented headlines, each labelled as simulated; newest first. */
const ITEMS: readonly { market: string; title: string; minutesAgo: number }[] = [
  { market: 'Crypto', title: 'Bitcoin keeps to its range of the week', minutesAgo: 4 * MINUTE },
  {
    market: 'Forex',
    title: 'Rand little changed before inflation figures',
    minutesAgo: 19 * MINUTE,
  },
  {
    market: 'Safex Agri',
    title: 'White maize steadies after three falling sessions',
    minutesAgo: 47 * MINUTE,
  },
  { market: 'Stocks', title: 'Shares open higher, miners in front', minutesAgo: 1 * HOUR },
  { market: 'Commodities', title: 'Gold eases as yields rise', minutesAgo: 2 * HOUR },
  {
    market: 'Index',
    title: 'Broad index ends its longest quiet spell of the year',
    minutesAgo: 3 * HOUR,
  },
  { market: 'Crypto', title: 'Volume of coin pairs falls for a fifth day', minutesAgo: 5 * HOUR },
  { market: 'Forex', title: 'Euro gives back part of the gain of the week', minutesAgo: 8 * HOUR },
  { market: 'Safex Agri', title: 'Soybeans follow the oil complex down', minutesAgo: 11 * HOUR },
  { market: 'Commodities', title: 'Crude oil settles where the week began', minutesAgo: 20 * HOUR },
  { market: 'Stocks', title: 'Banks lag behind a firmer market', minutesAgo: 1 * DAY },
  { market: 'Index', title: 'Volatility stays near the low of the quarter', minutesAgo: 2 * DAY },
];

function agoText(minutes: number): string {
  if (minutes < HOUR) return `${minutes} min ago`;
  return minutes < DAY ? `${minutes / HOUR} h ago` : `${minutes / DAY} d ago`;
}

/** Repeats the dashboard's colours, which a frame of another origin cannot inherit. */
const STYLE = `
:root { color-scheme: light; --ground: #fff; --text: #0c1930; --dim: #475772; --line: #cbd5e3; --chip: #fff3d6; --on-chip: #755300; }
:root[data-theme="dark"] { color-scheme: dark; --ground: #0d1a33; --text: #e8eef8; --dim: #a8b6ce; --line: #263b60; --chip: #3a2f10; --on-chip: #ffd24a; }
body { margin: 0; background: var(--ground); color: var(--text); font: 14px/20px Inter, system-ui, sans-serif; }
h1 { margin: 0; padding: 12px 16px; border-bottom: 1px solid var(--line); font-size: 13px; line-height: 18px; font-weight: 400; color: var(--dim); }
ul { margin: 0; padding: 0; list-style: none; }
li { padding: 12px 16px; border-bottom: 1px solid var(--line); }
p { margin: 0; font-weight: 600; }
.facts { display: flex; flex-wrap: wrap; gap: 4px 8px; margin-bottom: 4px; font-size: 12px; line-height: 18px; color: var(--dim); }
.chip { padding: 0 6px; border-radius: 4px; background: var(--chip); color: var(--on-chip); font-weight: 500; }
`;

const LIST = ITEMS.map(
  ({ market, title, minutesAgo }) =>
    `<li><div class="facts"><span class="chip">Simulated</span><span>${market}</span><span>${agoText(minutesAgo)}</span></div><p>${title}</p></li>`,
).join('\n');

function pageIn(theme: 'light' | 'dark'): string {
  return `<!doctype html>
<html lang="en" data-theme="${theme}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Simulated market news</title><style>${STYLE}</style></head>
<body>
<h1>Simulated news: nothing of it happened.</h1>
<ul>
${LIST}
</ul>
</body>
</html>
`;
}

/** No scripts, no requests, framed only by us; the hash allows its single style sheet. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox',
].join('; ');

/** Serves the page of simulated news that demo mode frames; `?theme=dark` for the dark theme. */
export function serveDemoNews(app: FastifyInstance): void {
  app.get<{ Querystring: { theme?: unknown } }>(DEMO_NEWS_PATH, async ({ query }, reply) =>
    reply
      .headers({ 'content-security-policy': POLICY, 'x-frame-options': 'SAMEORIGIN' })
      // A sandboxed page has an opaque origin, to which this header does not apply.
      .removeHeader('origin-agent-cluster')
      .type('text/html; charset=utf-8')
      .send(pageIn(query.theme === 'dark' ? 'dark' : 'light')),
  );
}

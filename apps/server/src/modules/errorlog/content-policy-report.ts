import * as z from 'zod/mini';

/** What is kept of a breach: which rule, what was refused, and where. */
export type PolicyBreach = {
  directive: string;
  blocked: string;
  page: string;
  place: string;
};

const short = z.catch(z.optional(z.string()), undefined);
const byUri = z.looseObject({
  'csp-report': z.looseObject({
    'effective-directive': short,
    'violated-directive': short,
    'blocked-uri': short,
    'document-uri': short,
    'source-file': short,
    'line-number': z.catch(z.optional(z.number()), undefined),
  }),
});
const byEndpoint = z.array(
  z.looseObject({
    type: z.string(),
    body: z.catch(
      z.optional(
        z.looseObject({
          effectiveDirective: short,
          blockedURL: short,
          documentURL: short,
          sourceFile: short,
          lineNumber: z.catch(z.optional(z.number()), undefined),
        }),
      ),
      undefined,
    ),
  }),
);
/** One report holds at most so many breaches that count. */
const MOST = 20;
/** What people have added to their browsers is not ours. */
const FOREIGN = /^(chrome|moz|safari(-web)?)-extension/;

/** An address without what may be anybody's secret. */
function plain(address = ''): string {
  if (!URL.canParse(address)) return address.slice(0, 100);
  const { origin, protocol, pathname } = new URL(address);
  return (origin === 'null' ? protocol : `${origin}${pathname}`).slice(0, 200);
}

const placeOf = (file?: string, line?: number) =>
  file === undefined ? '' : `${plain(file)}${line === undefined ? '' : `:${line}`}`;

function readReports(report: unknown): PolicyBreach[] {
  const one = z.safeParse(byUri, report);
  if (one.success) {
    const each = one.data['csp-report'];
    return [
      {
        directive: each['effective-directive'] ?? each['violated-directive'] ?? '',
        blocked: plain(each['blocked-uri']),
        page: plain(each['document-uri']),
        place: placeOf(each['source-file'], each['line-number']),
      },
    ];
  }
  const { data = [] } = z.safeParse(byEndpoint, report);
  return data.slice(0, MOST).flatMap(({ type, body }) =>
    type !== 'csp-violation' || !body
      ? []
      : [
          {
            directive: body.effectiveDirective ?? '',
            blocked: plain(body.blockedURL),
            page: plain(body.documentURL),
            place: placeOf(body.sourceFile, body.lineNumber),
          },
        ],
  );
}

/** The breaches that a browser reports; none where it cannot be read or something foreign was refused its place. */
export function readPolicyReport(body: Uint8Array): PolicyBreach[] {
  let report: unknown;
  try {
    report = JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return [];
  }
  return readReports(report)
    .filter(({ blocked, place }) => !FOREIGN.test(blocked) && !FOREIGN.test(place))
    .map((breach) => ({ ...breach, directive: breach.directive.slice(0, 100) || 'unknown rule' }));
}

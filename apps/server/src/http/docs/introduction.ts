import { createRequire } from 'node:module';

const PACKAGE = createRequire(import.meta.url)('../../../package.json') as { version: string };

/** The version of the product, and so of its API. */
export const { version: VERSION } = PACKAGE;

/** The introduction to the document, in Markdown. */
export const INTRODUCTION = `
Market data, studies, charts and accounts of Moneytrail, over HTTP and JSON. Live prices come over a WebSocket, which
[its own document](/api/docs/asyncapi.json) describes. Both documents can be read by programs:
[OpenAPI 3.1](/api/docs/openapi.json), [AsyncAPI 3.0](/api/docs/asyncapi.json). The [terms of service](/terms-of-service)
hold for both.

## Start

1. Sign in to Moneytrail, open [Profile](/dashboard/profile) and make an API key. An account needs a plan for it.
2. Send it with every request: \`Authorization: Bearer mt_…\`. With the address of this server in \`MONEYTRAIL_URL\` and the
   key in \`MONEYTRAIL_KEY\`:

\`\`\`
curl -H "Authorization: Bearer $MONEYTRAIL_KEY" \\
  "$MONEYTRAIL_URL/api/data/histoday?e=FMP&fsym=BTCUSD&resolution=1D&fromTs=1767225600&toTs=1769904000"
\`\`\`

Without a key you are a visitor: you may read \`FMP:BTCUSD\`, 30 times a minute. To try the calls on this page, press
**Authorize** and enter a key.

## Live prices

A ticket opens one stream, within 30 seconds:

\`\`\`
curl -X POST -H "Authorization: Bearer $MONEYTRAIL_KEY" "$MONEYTRAIL_URL/api/stream/ticket"
\`\`\`

Open \`wss://…/api/stream?ticket=…\` as a WebSocket (\`ws\` without HTTPS), and send the channels that you want to follow:

\`\`\`json
{ "type": "subscribe", "channels": [{ "symbol": "FMP:BTCUSD", "resolution": "60" }] }
\`\`\`

The server answers each with its newest state, and sends the next ones as prices change:

\`\`\`json
{ "type": "update", "symbol": "FMP:BTCUSD", "resolution": "60", "closed": null,
  "bar": { "time": 1767225600000, "open": 10590, "high": 10630.5, "low": 10588, "close": 10621.19,
    "volume": 812.4, "knownUntilMs": 1767227400000 },
  "quote": { "price": 10621.19, "timeMs": 1767227400000, "bid": null, "ask": null, "previousClose": 10570 } }
\`\`\`

Other messages, and the codes with which a stream is closed, are in [the document of the stream](/api/docs/asyncapi.json).

## Saved charts

\`POST /api/layouts\` keeps a chart under a new UUID, and \`GET /api/layouts\` lists them. The content is yours, a text of at most
1 MB:

\`\`\`
curl -X POST -H "Authorization: Bearer $MONEYTRAIL_KEY" -H "Content-Type: application/json" \\
  -d '{"key":"8f14e45f-ceea-4673-b2a5-0c9d4f7c1e1a","name":"Mine","symbol":"FMP:BTCUSD","resolution":"60","content":"{}"}' \\
  "$MONEYTRAIL_URL/api/layouts"
\`\`\`

## API keys

Keys are for programs on servers. A key has the rights of its account, limited to its scopes:

| Scope | Allows |
| --- | --- |
| \`prices:read\` | Symbols, bars, prices, studies, signals and the live stream |
| \`charts:read\` | Reading stored layouts, templates, watchlists and alerts |
| \`charts:write\` | Storing and removing layouts, templates, watchlists and alerts, which send mails |

A key can be limited to networks and to a last day. An account has at most 20 keys. A rotation gives a key another
secret; the one before stays valid for a day, or until the next rotation. A revoked key ends within a second, with its
tokens and streams.

A page on another site must not contain a key, because its visitors could read it. Let your server ask for a token with
\`POST /api/tokens\`: it lasts 15 minutes, or up to 60, belongs to one customer (\`user\`), whose charts are kept apart
from those of the others, and has the scopes of the key or fewer. Pages of sites that the server allows may use the
Universal Data Feed, the charts storage and the live stream with it; other sites get no CORS headers.

## Sign-in

People sign in with a password and a code. Programs can do the same, but a key is simpler:

1. \`POST /api/auth/login\` with \`username\`, \`password\` and a random \`deviceId\`, which you keep for all calls. It sets a cookie.
2. \`POST /api/auth/otp/send\` with the cookie and \`username\` sends the code by SMS. In demo mode it is in [the outbox](/outbox).
3. The first call again, with the cookie and the code in \`otpCode\`.

The last call returns an access token, which lasts 600 seconds, and sets a refresh cookie. \`POST /api/auth/refresh\` returns the next
access token and replaces the cookie: a replaced cookie that is used again later than 30 seconds ends the session. Some
calls need a sign-in of the last 15 minutes and otherwise fail with \`REAUTH_REQUIRED\`.

## Rights

Visitors and accounts without a plan may see \`FMP:BTCUSD\`. Other instruments need full access, which a plan, a seat or
an administrator gives, and the right to their vendor. A locked instrument is marked in lists (\`locked\`), and refused
elsewhere with \`403\` and \`SOURCE_LOCKED\`. Records of other accounts look as if they did not exist: \`404\`.

## Limits

| Who | Requests a minute |
| --- | --- |
| A network, whoever asks from it | 1,200 |
| An account, with all of its keys | 1,200 |
| An API key | 600 |
| A customer, with all tokens of its \`user\` | 120 |
| All customers of an account | 3,000 |
| A visitor, for bars and other metered calls | 30 |

A request beyond a limit is answered with \`429\`; \`Retry-After\` has the seconds to wait. Requests with a key or a token of a customer
carry \`RateLimit-Policy\`, the limits, and \`RateLimit\`, what is left of the tighter one. A body may have 64 KB unless the call
says otherwise.

## Errors

A failed call has a status of 400 or above and this body:

\`\`\`json
{ "code": "NOT_FOUND", "message": "Symbol not found", "requestId": "…" }
\`\`\`

Decide by \`code\`; \`message\` is for people and may change. A missing or invalid token is \`401\` with
\`WWW-Authenticate: Bearer\`. Name \`requestId\` when you ask us about a failure. Bars, the Universal Data Feed and the
charts storage have their own forms of failures. Repeat a request only after \`429\` and \`503\`.

## Times, pages and numbers

- Times of bars, marks and prices are milliseconds since 1970 UTC. \`fromTs\`, \`toTs\` and the times of the Universal Data
  Feed are seconds. Other times are ISO 8601 in UTC, and days are \`YYYY-MM-DD\`. Names tell the unit: \`timeMs\`.
- Ranges include their start and exclude their end: \`fromTs\` ≤ time < \`toTs\`. A page of bars tells the time of the next
  older bar in \`NextTime\`, in milliseconds; request the next page with \`toTs\` = \`NextTime\` / 1000 + 1.
- Lists return \`nextCursor\`; send it as \`cursor\` for the next page.
- Prices are numbers in the currency of the instrument. Money is a decimal amount beside its currency.

## Simulated prices

Where a vendor has no key, as in demo mode, a simulator takes its place. Such prices are invented. They are marked with
\`simulated\` or \`isSimulated\`, and are never mixed with real ones.

## Versions

New calls, optional parameters, fields of answers and values of enumerations may be added at any time: ignore what you do
not know. A request with an unknown field or parameter is refused. Other changes are announced in the changelog under
"API".
`.trim();

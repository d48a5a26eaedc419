/** What a provider says to one request. */
export type Answer = {
  status: number;
  contentType: string;
  body: string;
  headers?: Record<string, string>;
};

/** One request in plain form. */
export type Request = {
  method: string;
  /** Decoded path without the query. */
  path: string;
  /** Path and query as sent. */
  url: string;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
};

export type Route = { path: string; handle: (request: Request) => Answer };

/** An answer in JSON. */
export function json(value: unknown, status = 200): Answer {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}

/** An answer in plain text. */
export function text(body: string, status = 200): Answer {
  return { status, contentType: 'text/plain; charset=utf-8', body };
}

/** An answer as a web page. */
export function page(body: string, status = 200): Answer {
  return { status, contentType: 'text/html; charset=utf-8', body };
}

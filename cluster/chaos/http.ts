const ANSWER_MS = 10_000;

export type Answer = {
  /** 0 if no answer came within ten seconds. */
  status: number;
  body: unknown;
  headers: Headers;
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A request as our own page makes it. Never rejects. */
export async function call(
  address: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    json,
  }: { method?: string; headers?: Record<string, string>; json?: unknown } = {},
): Promise<Answer> {
  const body = json === undefined ? null : JSON.stringify(json);
  const typed: Record<string, string> = body === null ? {} : { 'content-type': 'application/json' };
  try {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: { 'sec-fetch-site': 'same-origin', ...typed, ...headers },
      body,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return { status: answer.status, body: parsed(await answer.text()), headers: answer.headers };
  } catch {
    return { status: 0, body: null, headers: new Headers() };
  }
}

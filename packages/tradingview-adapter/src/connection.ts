export type AdapterOptions = {
  /** The server, such as `https://app.example`; the page's own origin if absent. */
  server?: string;
  /**
   * Asks the page's own server for a customer's token, which it makes with its key by `POST /api/tokens`. Called before the
   * first request and again when a token has ended. Without it, a page of the server's own origin uses its session, and
   * any other reads as a visitor.
   */
  getToken?: () => Promise<string>;
  /** Keep the charts of several sites and users apart; a token's user must be this one. */
  client: string;
  user: string;
};

/** Requests to the server, with the token of the page if there is one. */
export type Connection = {
  get(path: string, query?: Record<string, string>): Promise<unknown>;
  send(
    method: 'POST' | 'DELETE',
    path: string,
    query: Record<string, string>,
    form?: Record<string, string>,
  ): Promise<unknown>;
  /** The address of the live stream, with a ticket that works once. */
  openStreamAddress(): Promise<string>;
};

export function connect({
  server = '',
  getToken,
}: Pick<AdapterOptions, 'server' | 'getToken'>): Connection {
  let token: Promise<string> | null = null;

  /** The token of the page's own server, shared by requests; a failed one is asked for again. */
  function tokenNow(ask: () => Promise<string>): Promise<string> {
    const asked = token ?? ask();
    token = asked;
    asked.catch(() => forget(asked));
    return asked;
  }

  /** Another request may have replaced the token meanwhile. */
  function forget(old: Promise<string>): void {
    if (token === old) token = null;
  }

  async function request(address: string, init: RequestInit): Promise<unknown> {
    const ask = async (used: Promise<string> | null) => {
      const headers = new Headers(used ? { authorization: `Bearer ${await used}` } : {});
      return fetch(server + address, { ...init, credentials: 'same-origin', headers });
    };
    const used = getToken ? tokenNow(getToken) : null;
    let response = await ask(used);
    // Tokens last for minutes: the next one takes over. The charts storage answers every failure with status 200.
    if (getToken && used && response.headers.has('www-authenticate')) {
      forget(used);
      response = await ask(tokenNow(getToken));
    }
    const text = await response.text();
    try {
      return JSON.parse(text);
    } catch {
      throw new Error(`The server has answered ${response.status}.`);
    }
  }

  const addressOf = (path: string, query: Record<string, string> = {}) => {
    const text = String(new URLSearchParams(query));
    return text === '' ? path : `${path}?${text}`;
  };

  return {
    get: (path, query) => request(addressOf(path, query), { method: 'GET' }),
    send: (method, path, query, form) =>
      request(addressOf(path, query), {
        method,
        ...(form ? { body: new URLSearchParams(form) } : {}),
      }),
    async openStreamAddress() {
      const answer = await request('/api/stream/ticket', { method: 'POST' });
      const ticket = fieldOf(answer, 'ticket');
      if (typeof ticket !== 'string') throw new Error('The server gives no ticket for the stream.');
      // Without a server the address is relative to the page, as for requests.
      return `${server.replace(/^http/, 'ws')}/api/stream?ticket=${encodeURIComponent(ticket)}`;
    },
  };
}

/** A field of a parsed answer; undefined if it is no object or has no such field. */
export function fieldOf(answer: unknown, name: string): unknown {
  return typeof answer === 'object' && answer !== null
    ? (answer as Record<string, unknown>)[name]
    : undefined;
}

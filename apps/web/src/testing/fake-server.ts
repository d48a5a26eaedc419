import {
  type Account,
  type AnswerOf,
  type Endpoint,
  ERROR_STATUS,
  type ErrorCode,
  getAccount,
  getChartKeys,
  getLiveness,
  listAlertFirings,
  listAlerts,
  listApiKeys,
  listNotes,
  listWatchlists,
  type Prices,
  type RequestOf,
} from '@moneytrail/contract';

type AnyEndpoint = Endpoint<unknown, unknown, unknown, unknown, Prices>;
type Handler<E> = (request: RequestOf<E>) => AnswerOf<E> | Promise<AnswerOf<E>>;
type Route = {
  endpoint: AnyEndpoint;
  pattern: RegExp;
  answer: Handler<AnyEndpoint>;
  requests: RequestOf<AnyEndpoint>[];
};

/** Thrown by a handler: refuses with this code and message; without a code there is no answer at all. */
export class Refusal extends Error {
  readonly code: ErrorCode | null;
  readonly detail: string | undefined;
  readonly phoneEnding: string | undefined;
  constructor(code: ErrorCode | null, message = '', detail?: string, phoneEnding?: string) {
    super(message);
    this.code = code;
    this.detail = detail;
    this.phoneEnding = phoneEnding;
  }
}

function json(status: number, body: unknown): Response {
  const headers = { 'x-request-id': 'fake', 'content-type': 'application/json' };
  return new Response(status === 204 ? null : JSON.stringify(body), { status, headers });
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}

/**
 * Answers the page's requests in place of the server. Requests and answers are checked against the contract, so that
 * handlers cannot drift from the real server. An unhandled request fails the test.
 */
export class FakeServer {
  readonly #routes: Route[] = [];
  readonly #faults: string[] = [];

  constructor(account: Account | null = null) {
    this.on(getLiveness, () => ({ status: 'ok' as const }));
    this.on(listApiKeys, () => []);
    this.on(listAlertFirings, () => ({ firings: [], nextCursor: null, unseen: 0 }));
    this.on(listAlerts, () => ({ alerts: [], limit: 200 }));
    this.on(getChartKeys, () => ({ keys: [], revision: 0 }));
    this.on(listNotes, () => ({ notes: [], next: null, count: 0, limit: 2_000 }));
    this.on(listWatchlists, () => ({ watchlists: [] }));
    if (account) this.on(getAccount, () => account);
  }

  /** Sets or replaces an endpoint's handler; returns all its requests, oldest first. */
  on<E extends AnyEndpoint>(endpoint: E, answer: Handler<E>): RequestOf<E>[] {
    const known = this.#routes.find((route) => route.endpoint === endpoint);
    const requests = known?.requests ?? [];
    const route = { endpoint, pattern: patternOf(endpoint.path), answer, requests };
    if (known) this.#routes.splice(this.#routes.indexOf(known), 1);
    this.#routes.push(route as Route);
    return requests as RequestOf<E>[];
  }

  /** Refuses every request to an endpoint from now on; a null code gives no answer at all. */
  refuse<E extends AnyEndpoint>(
    endpoint: E,
    code: ErrorCode | null,
    message?: string,
  ): RequestOf<E>[] {
    return this.on(endpoint, () => {
      throw new Refusal(code, message);
    });
  }

  /** Unhandled requests and answers that break the contract. */
  get faults(): readonly string[] {
    return this.#faults;
  }

  /** Replaces `fetch` in this page; returns how to restore it. */
  install(): () => void {
    const real = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input, location.href);
      return url.pathname.startsWith('/api/') ? this.#fetch(url, init ?? {}) : real(input, init);
    };
    return () => {
      globalThis.fetch = real;
    };
  }

  async #fetch(url: URL, { method = 'GET', body, signal }: RequestInit): Promise<Response> {
    signal?.throwIfAborted();
    const aborted = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
    return Promise.race([this.#answer(url, method, body), aborted]);
  }

  async #answer(url: URL, method: string, body: RequestInit['body']): Promise<Response> {
    const found = this.#routes
      .filter(({ endpoint }) => endpoint.method === method)
      .map((route) => ({ route, match: route.pattern.exec(url.pathname) }))
      .find(({ match }) => match !== null);
    if (!found) return this.#fault(`no handler answers ${method} ${url.pathname}`);
    const { endpoint, answer, requests } = found.route;
    try {
      const request = {
        params: endpoint.params?.parse({ ...found.match?.groups }),
        query: endpoint.query?.parse(Object.fromEntries(url.searchParams)),
        body: endpoint.body?.parse(
          endpoint.bodyKind === 'raw' ? body : JSON.parse(String(body ?? 'null')),
        ),
      } as RequestOf<AnyEndpoint>;
      requests.push(request);
      const given = endpoint.response.safeParse(await answer(request));
      if (given.success) return json(given.data === undefined ? 204 : 200, given.data);
      return this.#fault(`${endpoint.name}: ${given.error.message}`);
    } catch (error) {
      if (!(error instanceof Refusal)) return this.#fault(`${endpoint.name}: ${error}`);
      const { code, message, detail, phoneEnding } = error;
      if (code === null) throw new TypeError('Failed to fetch');
      return json(ERROR_STATUS[code], {
        code,
        message,
        error: detail,
        phoneEnding,
        requestId: 'fake',
      });
    }
  }

  #fault(line: string): Response {
    this.#faults.push(line);
    return json(500, { code: 'INTERNAL', message: line, requestId: 'fake' });
  }
}

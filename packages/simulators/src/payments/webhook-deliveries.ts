import type { KeptState } from './kept-state.ts';

/** A notice to be delivered, its body as it is sent every time. */
export type Notice = {
  id: string;
  type: string;
  body: string;
  atMs: number;
  attempts: number;
  isDelivered: boolean;
};

/** What tests and demo mode do with notices. */
export type Webhooks = {
  /** Where notices go; null: they wait until there is an address. */
  setUrl: (url: string | null) => void;
  /** All notices that are remembered, oldest first. */
  list: () => Promise<Omit<Notice, 'body'>[]>;
  /** From now on notices wait, to be delivered one by one in any order. */
  hold: () => void;
  /** Delivers what waits, oldest first, and goes on as usual. */
  release: () => Promise<void>;
  /** Delivers a notice now, also again; the status it was answered with, null where nobody answered. */
  deliver: (id: string) => Promise<number | null>;
  /** Delivers this body with a signature of somebody else. */
  forge: (body: unknown) => Promise<number | null>;
  /** Resolves when no delivery is under way; one that waits to be tried again is not. */
  idle: () => Promise<void>;
};

type Body = Pick<Notice, 'id' | 'type' | 'body'>;

/** How notices are proven and repeated. */
export type DeliveryOptions = {
  /** The headers that prove a body; `isForged`: those of somebody without the key. */
  headersFor: (notice: Body, isForged: boolean) => Promise<Record<string, string>>;
  /** Before the second, third … attempt. */
  retryDelaysMs: readonly number[];
};

type State = KeptState<{ notices: Notice[] }>;

/** Notices on their way. */
type Deliveries = {
  webhooks: Webhooks;
  /** Sends what has not been sent yet. */
  deliverWaiting: () => void;
  close: () => Promise<void>;
};

const REMEMBERED = 200;
const TIMEOUT_MS = 10_000;

/** Adds a notice to the state; `deliverWaiting` sends it. */
export function remember(state: { notices: Notice[] }, notice: Body & Pick<Notice, 'atMs'>): void {
  state.notices.push({ ...notice, attempts: 0, isDelivered: false });
  state.notices.splice(0, state.notices.length - REMEMBERED);
}

/** Posts a body to the address that is set; the status it was answered with, null where nobody answered. */
function createPost(headersFor: DeliveryOptions['headersFor']) {
  const ended = new AbortController();
  let url: string | null = null;
  return {
    hasUrl: () => url !== null && !ended.signal.aborted,
    setUrl: (next: string | null) => {
      url = next;
    },
    end: () => ended.abort(),
    post: async (notice: Body, isForged = false): Promise<number | null> => {
      if (url === null) return null;
      const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(TIMEOUT_MS)]);
      try {
        const headers = await headersFor(notice, isForged);
        const answer = await fetch(url, { method: 'POST', headers, body: notice.body, signal });
        await answer.body?.cancel();
        return answer.status;
      } catch {
        return null; // It is tried again.
      }
    },
  };
}

/** Notes how a delivery ended; how many attempts there were, null where the notice is done with. */
function note(state: State, id: string, status: number | null) {
  return state.change(({ notices }) => {
    const kept = notices.find((one) => one.id === id);
    if (!kept) return null;
    kept.attempts += 1;
    kept.isDelivered ||= status !== null && status >= 200 && status < 300;
    return kept.isDelivered ? null : kept.attempts;
  });
}

/** Posts notices to an address one after the other until it answers 2xx, each again after growing delays. */
export function createDeliveries(
  state: State,
  { headersFor, retryDelaysMs }: DeliveryOptions,
): Deliveries {
  const { post, hasUrl, setUrl, end } = createPost(headersFor);
  const timers = new Map<string, NodeJS.Timeout>();
  const sending = new Set<string>();
  let isHeld = false;
  let last: Promise<unknown> = Promise.resolve();

  async function attempt(id: string): Promise<number | null> {
    const notice = await state.change(({ notices }) => notices.find((one) => one.id === id));
    if (!notice) throw new Error(`no notice ${id}`);
    const status = await post(notice);
    if (!hasUrl()) return status;
    const attempts = await note(state, id, status);
    const delayMs = attempts === null ? undefined : retryDelaysMs[attempts - 1];
    if (delayMs !== undefined) timers.set(id, setTimeout(() => retry(id), delayMs).unref());
    return status;
  }

  function deliver(id: string): Promise<number | null> {
    clearTimeout(timers.get(id));
    timers.delete(id);
    sending.add(id);
    const done = last.then(() => attempt(id)).finally(() => sending.delete(id));
    last = done.catch(() => undefined); // The state says what became of it.
    return done;
  }

  function retry(id: string): void {
    timers.delete(id);
    if (!isHeld) deliver(id).catch(() => undefined);
  }

  async function sendWaiting(): Promise<void> {
    if (isHeld || !hasUrl()) return;
    const waiting = await state.change(({ notices }) =>
      notices.filter(({ isDelivered, attempts }) => {
        return !isDelivered && attempts <= retryDelaysMs.length;
      }),
    );
    for (const { id } of waiting) {
      if (!timers.has(id) && !sending.has(id)) deliver(id).catch(() => undefined);
    }
  }

  /** `idle` waits for the look at the state too, and so for what it sends. */
  function deliverWaiting(): void {
    last = Promise.all([last, sendWaiting().catch(() => undefined)]);
  }

  /** What is under way may put more under way. */
  async function idle(): Promise<void> {
    for (let seen: unknown; seen !== last; ) {
      seen = last;
      await seen;
    }
  }

  return {
    deliverWaiting,
    close: async () => {
      end();
      await idle();
      for (const timer of timers.values()) clearTimeout(timer);
    },
    webhooks: {
      setUrl: (next) => {
        setUrl(next);
        deliverWaiting();
      },
      list: () =>
        state.change(({ notices }) => notices.map(({ body: _body, ...notice }) => notice)),
      hold: () => {
        isHeld = true;
      },
      release: () => {
        isHeld = false;
        deliverWaiting();
        return idle();
      },
      deliver,
      forge: (value) => post({ id: 'forged', type: 'forged', body: JSON.stringify(value) }, true),
      idle,
    },
  };
}

/** A webhook to be delivered; every attempt sends the same body. */
export type Notice = {
  id: string;
  type: string;
  body: string;
  atMs: number;
  attempts: number;
  isDelivered: boolean;
};

/** Control over webhook deliveries, for tests and demo mode. */
export type Webhooks = {
  /** Sets the receiver's address; while it is null, notices wait. */
  setUrl: (url: string | null) => void;
  /** The stored notices, oldest first. */
  list: () => Promise<Omit<Notice, 'body'>[]>;
  /** Stops automatic delivery, so that notices can be delivered one by one in any order. */
  hold: () => void;
  /** Resumes automatic delivery, oldest notice first. */
  release: () => Promise<void>;
  /** Delivers a notice now, even a second time; resolves with the response status, or null without a response. */
  deliver: (id: string) => Promise<number | null>;
  /** Delivers a body with an invalid signature. */
  forge: (body: unknown) => Promise<number | null>;
  /** Resolves when no delivery is in progress; scheduled retries do not count. */
  idle: () => Promise<void>;
};

type Body = Pick<Notice, 'id' | 'type' | 'body'>;

export type DeliveryOptions = {
  /** The signed headers of a body; `isForged` signs with a key that is not the provider's. */
  headersFor: (notice: Body, isForged: boolean) => Promise<Record<string, string>>;
  /** The delays before the second, third … attempt. */
  retryDelaysMs: readonly number[];
};

const MOST_STORED = 200;
const TIMEOUT_MS = 10_000;

/** Stores a notice for delivery. */
export function addNotice(state: { notices: Notice[] }, notice: Body & Pick<Notice, 'atMs'>): void {
  state.notices.push({ ...notice, attempts: 0, isDelivered: false });
  state.notices.splice(0, state.notices.length - MOST_STORED);
}

/** Delivers notices one after the other and retries each with growing delays until the receiver answers 2xx. */
export function createDeliveries(
  change: <Result>(act: (state: { notices: Notice[] }) => Result) => Promise<Result>,
  { headersFor, retryDelaysMs }: DeliveryOptions,
): { webhooks: Webhooks; deliverWaiting: () => void; close: () => Promise<void> } {
  const ended = new AbortController();
  const timers = new Map<string, NodeJS.Timeout>();
  const sending = new Set<string>();
  let url: string | null = null;
  let isHeld = false;
  let last: Promise<unknown> = Promise.resolve();

  const canSend = () => url !== null && !ended.signal.aborted;

  async function post(notice: Body, isForged = false): Promise<number | null> {
    if (url === null) return null;
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    try {
      const headers = await headersFor(notice, isForged);
      const answer = await fetch(url, { method: 'POST', headers, body: notice.body, signal });
      await answer.body?.cancel();
      return answer.status;
    } catch {
      return null; // The retry follows.
    }
  }

  /** Counts an attempt; returns the delay before the next one, or undefined if there is none. */
  function recordAttempt(id: string, status: number | null) {
    return change(({ notices }) => {
      const notice = notices.find((one) => one.id === id);
      if (!notice) return undefined;
      notice.attempts += 1;
      notice.isDelivered ||= status !== null && status >= 200 && status < 300;
      return notice.isDelivered ? undefined : retryDelaysMs[notice.attempts - 1];
    });
  }

  async function attempt(id: string): Promise<number | null> {
    const notice = await change(({ notices }) => notices.find((one) => one.id === id));
    if (!notice) throw new Error(`no notice ${id}`);
    const status = await post(notice);
    if (!canSend()) return status;
    const delayMs = await recordAttempt(id, status);
    if (delayMs !== undefined) timers.set(id, setTimeout(() => retry(id), delayMs).unref());
    return status;
  }

  function deliver(id: string): Promise<number | null> {
    clearTimeout(timers.get(id));
    timers.delete(id);
    sending.add(id);
    const done = last.then(() => attempt(id)).finally(() => sending.delete(id));
    last = done.catch(() => undefined); // The state records the outcome.
    return done;
  }

  function retry(id: string): void {
    timers.delete(id);
    if (!isHeld) deliver(id).catch(() => undefined);
  }

  async function sendWaiting(): Promise<void> {
    if (isHeld || !canSend()) return;
    const waiting = await change(({ notices }) =>
      notices.filter(
        ({ isDelivered, attempts }) => !isDelivered && attempts <= retryDelaysMs.length,
      ),
    );
    for (const { id } of waiting) {
      if (!timers.has(id) && !sending.has(id)) deliver(id).catch(() => undefined);
    }
  }

  /** `idle` waits for this read of the state too, and so for the deliveries that it starts. */
  function deliverWaiting(): void {
    last = Promise.all([last, sendWaiting().catch(() => undefined)]);
  }

  /** A delivery may start further ones. */
  async function idle(): Promise<void> {
    for (let seen: unknown; seen !== last; ) {
      seen = last;
      await seen;
    }
  }

  return {
    deliverWaiting,
    close: async () => {
      ended.abort();
      await idle();
      for (const timer of timers.values()) clearTimeout(timer);
    },
    webhooks: {
      setUrl: (next) => {
        url = next;
        deliverWaiting();
      },
      list: () => change(({ notices }) => notices.map(({ body: _body, ...notice }) => notice)),
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

import { LayoutError } from '@moneytrail/chart/model';
import { ApiError } from '../../../../api/api-error.ts';
import { createFakeClock } from '../../../../lib/testing/fake-clock.ts';
import { createDrafts, tabLastId } from '../drafts.ts';
import type { LayoutParts } from '../layout-parts.ts';
import { LayoutSaver, type LayoutSaverDeps } from '../layout-saver.ts';
import type { LayoutApi, LayoutFields } from '../layout-sender.ts';
import type { SavableChart } from '../savable-chart.ts';
import { UndoKeeper } from '../undo-keeper.ts';

const MAX_CONTENT = 1_000;

type Fields = LayoutFields & { isStep?: boolean; isKept?: boolean };
type Row = LayoutFields & { id: number; revision: number };

/** A lost request never reaches the server; a lost answer follows a request that did. */
export type Fault = 'lost-request' | 'lost-answer' | null;

function refusal(status: number, code: string): ApiError {
  return new ApiError(code, { status, code, cause: code });
}

/** The server's layouts, in memory and with its rules. */
export function createTestServer({ maxContent = MAX_CONTENT } = {}) {
  const rows = new Map<number, Row>();
  const keys = new Map<string, number>();
  const steps: boolean[] = [];
  const kept: string[] = [];
  const refusals: { id: number; base: number }[] = [];
  const listeners = new Set<(id: number, revision: number | null) => void>();
  const tell = (id: number, revision: number | null) => {
    for (const listener of listeners) listener(id, revision);
  };
  const find = (id: number): Row => {
    const row = rows.get(id);
    if (!row) throw refusal(404, 'NOT_FOUND');
    return row;
  };
  const checkSize = ({ content }: LayoutFields) => {
    if (content.length > maxContent) throw refusal(413, 'PAYLOAD_TOO_LARGE');
  };
  const create = (key: string, { isStep: _, isKept, ...fields }: Fields) => {
    checkSize(fields);
    const known = keys.get(key);
    if (known !== undefined) return { id: known, revision: 1 };
    const id = keys.size + 1;
    keys.set(key, id);
    if (isKept) kept.push(fields.content);
    rows.set(id, { ...fields, id, revision: 1 });
    tell(id, 1);
    return { id, revision: 1 };
  };
  const save = (id: number, base: number, { isStep: _, isKept, ...fields }: Fields) => {
    checkSize(fields);
    const row = find(id);
    const isSame =
      row.content === fields.content && row.name === fields.name && row.symbol === fields.symbol;
    if (isKept && (isSame || row.revision === base)) kept.push(fields.content);
    if (isSame) return { revision: row.revision };
    if (row.revision !== base) {
      refusals.push({ id, base });
      throw refusal(409, 'LAYOUT_CHANGED');
    }
    const revision = base + 1;
    rows.set(id, { ...fields, id, revision });
    tell(id, revision);
    return { revision };
  };
  return {
    rows: () => [...rows.values()],
    contents: () => [...rows.values()].map(({ content }) => content),
    listeners,
    create,
    /** For each save: was it a step? */
    steps,
    /** Contents that the user saved on purpose. */
    kept,
    /** Saves that were based on a stale revision. */
    refusals,
    remove(id: number) {
      rows.delete(id);
      tell(id, null);
    },
    /** The server as a device reaches it. */
    reachedBy(fault: () => Fault): LayoutApi {
      const call = async <Answer>(run: () => Answer): Promise<Answer> => {
        const how = fault();
        const lost = new ApiError('No answer', { status: 0, code: 'NO_RESPONSE' });
        await Promise.resolve();
        if (how === 'lost-request') throw lost;
        const answer = run();
        await Promise.resolve();
        if (how === 'lost-answer') throw lost;
        return answer;
      };
      const head = ({ content: _, ...row }: Row) => ({ ...row, savedAtMs: 0, isShared: false });
      return {
        list: () => call(() => [...rows.values()].toReversed().map(head)),
        get: (id) => call(() => ({ ...head(find(id)), content: find(id).content })),
        create: (key, fields) => call(() => create(key, fields)),
        save: (id, base, fields) =>
          call(() => {
            steps.push(fields.isStep ?? false);
            return save(id, base, fields);
          }),
      };
    },
  };
}

/** A storage in memory. */
export function createTestStorage(): Storage {
  const values = new Map<string, string>();
  const storage: Storage = {
    get length() {
      return values.size;
    },
    clear: () => values.clear(),
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (name) => values.get(name) ?? null,
    setItem(name, value) {
      values.set(name, value);
      Object.defineProperty(storage, name, { value, configurable: true, enumerable: true });
    },
    removeItem(name) {
      values.delete(name);
      Reflect.deleteProperty(storage, name);
    },
  };
  for (const name of ['length', 'clear', 'key', 'getItem', 'setItem', 'removeItem']) {
    Object.defineProperty(storage, name, { enumerable: false });
  }
  return storage;
}

type Server = ReturnType<typeof createTestServer>;
type DeviceOptions = {
  clock?: ReturnType<typeof createFakeClock>;
  storage?: Storage;
  /** Outlives a reload of the tab. */
  tabStorage?: Storage;
  /** The layout that was last open in the browser. */
  browserLastId?: LayoutSaverDeps['lastId'];
  tabId?: string;
  openTabs?: string[];
  isAutomatic?: boolean;
  userId?: string;
  /** A change made before the saver was loaded. */
  early?: string;
  /** Another chart than one whose content is a text. */
  chart?: SavableChart;
  history?: ConstructorParameters<typeof UndoKeeper>[0]['history'];
};

/** Remembers the layout that was last open in a browser. */
export function createLastId(): LayoutSaverDeps['lastId'] {
  let last: number | null = null;
  return {
    get: () => last,
    set: (id) => {
      last = id;
    },
  };
}

let devices = 0;

/** A tab whose chart's content is a text, with a server that may be unreachable. */
export function createDevice(server: Server, options: DeviceOptions = {}) {
  const { clock = createFakeClock(0), storage = createTestStorage(), isAutomatic = true } = options;
  devices += 1;
  const number = devices;
  const tabId = options.tabId ?? `tab${number}`;
  const listeners = new Set<() => void>();
  const told: string[] = [];
  const faults: Fault[] = [];
  let lasting: Fault = null;
  let content = options.early ?? '';
  const { browserLastId = createLastId(), tabStorage = createTestStorage() } = options;
  let keyCount = 0;
  let isSignedIn = true;
  let isBusy = false;
  let written = 0;
  const api = server.reachedBy(() => faults.shift() ?? lasting);
  const partsOf = (text: string): LayoutParts => {
    if (text.startsWith('foreign')) throw new LayoutError('unreadable', 'Not a chart.');
    return { values: new Map([['text', text]]), orders: new Map() };
  };
  const chart: SavableChart = options.chart ?? {
    initial: { comparable: { settings: '', drawings: [] }, parts: () => partsOf('') },
    partsOf,
    contentOf: ({ values }) => values.get('text') ?? null,
    read() {
      const present = content;
      const write = () => {
        written += 1;
        return present;
      };
      const comparable = { settings: present, drawings: [] };
      const parts = () => partsOf(present);
      return { symbol: 'FMP:BTCUSD', resolution: '1D', comparable, parts, write };
    },
    isBusy: () => isBusy,
    apply(next, { keepsEarly }) {
      partsOf(next);
      const hasMore = keepsEarly && content !== '';
      content = hasMore ? `${next}+${content}` : next;
      return hasMore;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const userId = options.userId ?? 'ana';
  const drafts = createDrafts({
    storage,
    tabId,
    openTabs: async () => new Set([tabId, ...(options.openTabs ?? [])]),
  });
  const { history = { restore: () => {}, forgetGrid: () => {}, onStep: () => {} } } = options;
  const saver = new LayoutSaver({
    chart,
    api,
    drafts,
    clock,
    random: () => 0.5,
    userId,
    zone: () => 'Africa/Johannesburg',
    undo: new UndoKeeper({ chart, history, store: drafts.steps, clock, userId }),
    isSignedIn: () => isSignedIn,
    lastId: tabLastId(browserLastId, tabStorage),
    isAutomatic: () => isAutomatic,
    newKey: () => {
      keyCount += 1;
      return `key${number}.${keyCount}`;
    },
    tell: ({ text }) => told.push(text),
  });
  const follow = (id: number, revision: number | null) => saver.noticeRemote(id, revision);
  server.listeners.add(follow);
  return {
    saver,
    clock,
    storage,
    told,
    content: () => content,
    /** Number of serializations of the chart. */
    written: () => written,
    lastId: browserLastId.get,
    /** The person changes the chart. */
    draw(next: string) {
      content = next;
      for (const listener of listeners) listener();
    },
    /** Faults of the next calls, in order. */
    fail: (...next: Fault[]) => faults.push(...next),
    setBusy(is: boolean) {
      isBusy = is;
    },
    signOut() {
      isSignedIn = false;
    },
    setOffline(isOffline: boolean) {
      lasting = isOffline ? 'lost-request' : null;
    },
    /** The tab is closed, or dies. */
    close() {
      server.listeners.delete(follow);
      saver.dispose();
    },
  };
}

import { signedInUserId } from '../../../api/session/guard.ts';
import { onForgetDrafts, PAPER_TRADES } from '../../../lib/draft-storage.ts';
import { createStoredText, type StoredText } from '../../../lib/stored-text.ts';
import { tabStorage } from '../../../lib/tab-storage.ts';
import { FIRST_ACCOUNT, type PaperTrade } from './paper-account.ts';
import { leftTrades, type PaperRecord } from './paper-ledger.ts';
import { type KeptRecord, type ReplayPlace, readKept } from './read-kept.ts';

/** The newest trades that a tab keeps; one takes some 250 bytes of the 5 MB that browsers allow. */
export const MOST_KEPT = 2_000;
/** The time in ms for which a page goes on with the replays of the page before it; its charts open within seconds. */
export const RESUMED_WITHIN_MS = 30_000;

/** The kept trades as one replay sees them. Several charts of a page are replayed side by side. */
export type KeptTrades = {
  /** The capital and the trades to begin with. */
  first: () => PaperRecord;
  /** Keeps the trades of this replay instead of those it had before, and its place; null for one that has ended. */
  keep: (own: PaperRecord, place?: ReplayPlace | null) => void;
  /** Removes the trades of ended replays; returns how to bring them back. */
  clear: () => () => void;
};

type Kept = { trades: PaperRecord['trades']; place: ReplayPlace | null };

const NOTHING: KeptRecord = {
  capital: FIRST_ACCOUNT.capital,
  trades: FIRST_ACCOUNT.trades,
  replays: [],
};

/**
 * The paper trades of a tab and the places of its replays: they outlive a reload, and belong to the user who made them. `user`
 * is null for a visitor, `nowMs` is a clock of the page.
 */
export function createTradeShelf(text: StoredText, user: () => string | null, nowMs: () => number) {
  let owner: string | null = null;
  /** Its replays are those of the page before a reload, which no chart has gone on with yet. */
  let before: KeptRecord | null = null;
  let firstResumeMs: number | null = null;
  /** Those of this page, in the order of their starts. */
  const replays = new Map<object, Kept>();
  const forget = () => {
    before = null;
    replays.clear();
    text.write(null);
  };
  const present = () => before ?? NOTHING;
  const leftBefore = () => present().replays.flatMap(({ paper }) => leftTrades(paper));
  const newest = (trades: readonly PaperTrade[]) => trades.slice(-MOST_KEPT);
  const all = () =>
    newest([
      ...present().trades,
      ...leftBefore(),
      ...[...replays.values()].flatMap(({ trades }) => trades),
    ]);
  const write = (next: KeptRecord) => {
    before = next;
    const own = [...replays.values()];
    const ended = own.flatMap(({ trades, place }) => (place ? [] : trades));
    const places = [...next.replays, ...own.flatMap(({ place }) => place ?? [])];
    text.write(
      JSON.stringify({
        userId: owner,
        capital: next.capital,
        trades: newest([...next.trades, ...ended]),
        replays: places.map(({ paper, ...place }) => {
          const trades = newest(paper.trades);
          const olderTrades = Math.max(0, paper.olderTrades + trades.length - paper.trades.length);
          return { ...place, paper: { ...paper, trades, olderTrades } };
        }),
      }),
    );
  };
  const read = () => {
    const readBy = user();
    if (!before || owner !== readBy) {
      replays.clear();
      before = readKept(text.read(), readBy) ?? NOTHING;
    }
    owner = readBy;
  };
  /** Positions of replays that no chart went on with are trades from then on. */
  const leaveReplays = () => {
    const { trades, replays: left } = present();
    if (left.length > 0) write({ ...present(), trades: [...trades, ...leftBefore()], replays: [] });
  };
  const begin = (): KeptTrades => {
    read();
    const begunBy = owner;
    const replay = {};
    const isTheirs = () => user() === begunBy && owner === begunBy;
    return {
      first: () => ({ capital: present().capital, trades: all() }),
      keep({ capital, trades }, place = null) {
        if (!isTheirs()) return;
        replays.set(replay, { trades, place });
        write({ ...present(), capital });
      },
      clear() {
        // Those that go on keep their own.
        const ended = [...replays].filter(([one, { place }]) => one !== replay && place === null);
        const cleared = [...present().trades, ...ended.flatMap(([, { trades }]) => trades)];
        for (const [one] of ended) replays.delete(one);
        write({ ...present(), trades: [] });
        return () => {
          if (isTheirs()) write({ ...present(), trades: [...cleared, ...present().trades] });
        };
      },
    };
  };
  return {
    /** Nothing of a user is left for the next one. */
    forget,
    begin,
    /**
     * Goes on with the replay of an instrument from before a reload; null where there is none, or half a minute after the
     * first call.
     */
    resume(
      ticker: string,
      resolution: ReplayPlace['resolution'],
    ): { place: ReplayPlace; trades: KeptTrades } | null {
      read();
      firstResumeMs ??= nowMs();
      if (nowMs() > firstResumeMs + RESUMED_WITHIN_MS) leaveReplays();
      const place = present().replays.find(
        (one) => one.ticker === ticker && one.resolution === resolution,
      );
      if (!place) return null;
      before = { ...present(), replays: present().replays.filter((one) => one !== place) };
      return { place, trades: begin() };
    },
  };
}

export const tradeShelf = createTradeShelf(
  createStoredText(PAPER_TRADES, tabStorage()),
  signedInUserId,
  () => performance.now(),
);
onForgetDrafts(tradeShelf.forget);

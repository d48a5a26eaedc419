/** Work that waits for a turn or has one. Callers that ask for the same work share it. */
type Job = {
  id: number;
  callers: Set<string>;
  /** The caller whose turn it has; null while it waits. */
  startedFor: string | null;
  /** `workedMs` of the queue when its turn began. */
  startedAtWorkMs: number;
  /** Comes before its callers' other work that has not begun. */
  isUrgent: boolean;
};

type Caller = {
  /** Charged milliseconds of turns. A returning caller is raised to `floorMs`, so that absence gains nothing. */
  chargedMs: number;
  /** Milliseconds of ended turns in about the last second, at `recentAtMs`; older ones fade. */
  recentMs: number;
  recentAtMs: number;
  running: Set<Job>;
  /** In the order of arrival; work that continues comes first, then urgent work. */
  waiting: Job[];
  /** End of its last turn, monotonic. */
  seenMs: number;
};

function urgentEnd(waiting: readonly Job[]): number {
  const first = waiting.findIndex(({ isUrgent }) => !isUrgent);
  return first < 0 ? waiting.length : first;
}

/** Charged when a turn begins and corrected when it ends: short work cannot start in a burst. */
const EXPECTED_MS = 10;

/**
 * A caller counts as present for this long after its last work: one who asks for one thing after the other would
 * otherwise find all turns taken by somebody else each time.
 */
export const RECENT_MS = 250;
/** Time of turns fades with this time constant. */
const FADING_MS = 1_000;
/** More of the last second than this part is beyond a caller's share while somebody else waits. */
const MOST_SHARE = 1 / 4;
/** Beyond this number absent callers are forgotten. */
const MOST_CALLERS = 1_000;

export type FairQueueOptions = {
  turns: number;
  /** Jobs of one caller that wait. */
  mostWaiting: number;
  /** Whether a job that has a turn slows the others down, as on one thread. Otherwise turns only wait, as for a vendor. */
  isOneProcessor?: boolean;
};

/**
 * Decides which job gets the next of a number of turns: the oldest job of the caller with the lowest charge so far. A
 * caller has at most a quarter of the turns while another one is present, and all of them otherwise. A job that several
 * callers ask for waits in the queue of each, starts as soon as one of them is next, and is charged to all in equal parts.
 *
 * Turns on one processor divide its time among them. There a caller who has used more than a quarter of the last second
 * gets no turn while a caller who has used less waits for one or has one: at least three quarters of the time belong to
 * those who ask rarely, and nothing is idle for it. A turn that has begun goes on. Callers who are all beyond a quarter
 * share equally, two of them by halves.
 *
 * `now` is monotonic, ms.
 */
export function createFairQueue({
  turns,
  mostWaiting,
  isOneProcessor = false,
  now,
}: FairQueueOptions & { now: () => number }) {
  const callers = new Map<string, Caller>();
  const jobs = new Map<number, Job>();
  const most = Math.max(1, Math.floor(turns / 4));
  const running = new Set<Job>();
  /** Milliseconds that each running job has had so far: those of the clock, divided by the number of running jobs. */
  let workedMs = 0;
  let workedAtMs = now();
  /** The charge of the caller that was last given a turn: newcomers begin here. */
  let floorMs = 0;

  function callerOf(name: string): Caller {
    const known = callers.get(name) ?? {
      chargedMs: floorMs,
      recentMs: 0,
      recentAtMs: now(),
      running: new Set(),
      waiting: [],
      seenMs: now(),
    };
    callers.set(name, known);
    return known;
  }

  function work(): number {
    if (running.size > 0) workedMs += (now() - workedAtMs) / running.size;
    workedAtMs = now();
    return workedMs;
  }

  const isAbsent = ({ running: held, waiting }: Caller) => held.size === 0 && waiting.length === 0;

  const fadedMs = ({ recentMs, recentAtMs }: Caller) =>
    recentMs * Math.exp((recentAtMs - now()) / FADING_MS);

  /** Whether a caller has used more than its share of the last second, turns that have not ended included. */
  function isBeyondShare(caller: Caller): boolean {
    let usedMs = fadedMs(caller);
    for (const job of caller.running) usedMs += work() - job.startedAtWorkMs;
    return usedMs > MOST_SHARE * FADING_MS;
  }

  /** Callers who may have a turn, if there is one for them. */
  function candidates(): [string, Caller][] {
    const all = [...callers];
    if (!isOneProcessor) return all;
    const within = all.filter(([, caller]) => !isAbsent(caller) && !isBeyondShare(caller));
    return within.length > 0 ? within : all;
  }

  const isPresent = (caller: Caller) => !isAbsent(caller) || now() - caller.seenMs < RECENT_MS;

  /** An absent caller is remembered while it counts as present, or its charge would put it behind a newcomer. */
  function forgetAbsent(): void {
    const isFull = callers.size > MOST_CALLERS;
    for (const [name, caller] of callers) {
      const isForgotten = isFull || jobs.size === 0 || caller.chargedMs <= floorMs;
      if (isForgotten && (isFull ? isAbsent(caller) : !isPresent(caller))) callers.delete(name);
    }
  }

  function isAlone(): boolean {
    let count = 0;
    for (const caller of callers.values()) if (isPresent(caller)) count += 1;
    return count <= 1;
  }

  function wait(job: Job, name: string, isContinued: boolean): void {
    const caller = callerOf(name);
    if (isAbsent(caller)) caller.chargedMs = Math.max(caller.chargedMs, floorMs);
    if (isContinued) caller.waiting.unshift(job);
    else if (job.isUrgent) caller.waiting.splice(urgentEnd(caller.waiting), 0, job);
    else caller.waiting.push(job);
  }

  function dequeue(job: Job): void {
    for (const name of job.callers) {
      const caller = callers.get(name);
      const place = caller?.waiting.indexOf(job) ?? -1;
      if (place >= 0) caller?.waiting.splice(place, 1);
    }
  }

  function charge(job: Job, tookMs: number): void {
    const ms = tookMs / job.callers.size;
    for (const name of job.callers) {
      const caller = callerOf(name);
      caller.chargedMs += ms;
      caller.recentMs = fadedMs(caller) + ms;
      caller.recentAtMs = now();
    }
  }

  /** Takes the turn of a job back and charges what it took. */
  function release(job: Job): void {
    if (job.startedFor === null) return;
    const caller = callerOf(job.startedFor);
    charge(job, work() - job.startedAtWorkMs);
    caller.running.delete(job);
    caller.seenMs = now();
    caller.chargedMs -= EXPECTED_MS;
    running.delete(job);
    job.startedFor = null;
  }

  return {
    /** Adds a job of a caller; false if too many of the caller's wait already. Ids are never used again. */
    add(id: number, name: string, isUrgent = false): boolean {
      if ((callers.get(name)?.waiting.length ?? 0) >= mostWaiting) return false;
      const callersOfJob = new Set([name]);
      const job = { id, callers: callersOfJob, startedFor: null, startedAtWorkMs: 0, isUrgent };
      jobs.set(id, job);
      wait(job, name, false);
      return true;
    },
    /** Another caller asks for a job: it waits in that caller's place too, and both pay. */
    join(id: number, name: string): void {
      const job = jobs.get(id);
      if (!job || job.callers.has(name)) return;
      const isWaiting = [...job.callers].some((each) => callers.get(each)?.waiting.includes(job));
      job.callers.add(name);
      if (isWaiting) wait(job, name, false);
    },
    /** The id of the next job that has a turn now; null if there is no turn or nothing may have it. */
    next(): number | null {
      if (running.size >= turns) return null;
      const isOne = isAlone();
      let chosen: [string, Caller] | null = null;
      for (const [name, caller] of candidates()) {
        if (caller.waiting.length === 0 || (!isOne && caller.running.size >= most)) continue;
        if (!chosen || caller.chargedMs < chosen[1].chargedMs) chosen = [name, caller];
      }
      const job = chosen?.[1].waiting[0];
      if (!chosen || !job) return null;
      const [name, caller] = chosen;
      floorMs = Math.max(floorMs, caller.chargedMs);
      dequeue(job);
      job.startedFor = name;
      job.startedAtWorkMs = work();
      caller.running.add(job);
      caller.chargedMs += EXPECTED_MS;
      running.add(job);
      forgetAbsent();
      return job.id;
    },
    /** A job waits for something else: its turn is free, and it asks for another with `resume`. */
    pause(id: number): void {
      const job = jobs.get(id);
      if (job) release(job);
    },
    /** A paused job waits for a turn again, before its callers' other work. */
    resume(id: number): void {
      const job = jobs.get(id);
      if (!job || job.startedFor !== null) return;
      for (const name of job.callers) wait(job, name, true);
    },
    /** A job is done or cancelled. */
    end(id: number): void {
      const job = jobs.get(id);
      if (!job) return;
      jobs.delete(id);
      dequeue(job);
      release(job);
      forgetAbsent();
    },
    /** Jobs that wait, have a turn or are paused. */
    size: (): number => jobs.size,
    /** Whether a turn is kept free of waiting work for callers who may be about to ask. */
    isHeldBack: (): boolean =>
      running.size < turns && [...callers.values()].some(({ waiting }) => waiting.length > 0),
  };
}

/** Work that waits for a turn or has one. Callers that ask for the same work share it. */
type Job = {
  id: number;
  callers: Set<string>;
  /** The caller whose turn it has; null while it waits. */
  startedFor: string | null;
  /** Comes before its callers' other work that has not begun. */
  isUrgent: boolean;
};

type Caller = {
  /** Charged milliseconds of turns. A returning caller is raised to `floorMs`, so that absence gains nothing. */
  chargedMs: number;
  running: number;
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
/** Beyond this number absent callers are forgotten. */
const MOST_CALLERS = 1_000;

/**
 * Decides which job gets the next of a number of turns: the oldest job of the caller with the lowest charge so far. A
 * caller has at most a quarter of the turns while another one is present, and all of them otherwise. A job that several
 * callers ask for waits in the queue of each, starts as soon as one of them is next, and is charged to all in equal parts.
 * `now` is monotonic, ms.
 */
export function createFairQueue({
  turns,
  mostWaiting,
  now,
}: {
  turns: number;
  mostWaiting: number;
  now: () => number;
}) {
  const callers = new Map<string, Caller>();
  const jobs = new Map<number, Job>();
  const most = Math.max(1, Math.floor(turns / 4));
  let running = 0;
  /** The charge of the caller that was last given a turn: newcomers begin here. */
  let floorMs = 0;

  function callerOf(name: string): Caller {
    const known = callers.get(name) ?? {
      chargedMs: floorMs,
      running: 0,
      waiting: [],
      seenMs: now(),
    };
    callers.set(name, known);
    return known;
  }

  const isAbsent = ({ running: held, waiting }: Caller) => held === 0 && waiting.length === 0;

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

  function charge(job: Job, ms: number): void {
    for (const name of job.callers) callerOf(name).chargedMs += ms / job.callers.size;
  }

  /** Takes the turn of a job back and charges what it took. */
  function release(job: Job, tookMs: number): void {
    if (job.startedFor === null) return;
    const caller = callerOf(job.startedFor);
    caller.running -= 1;
    caller.seenMs = now();
    caller.chargedMs -= EXPECTED_MS;
    running -= 1;
    job.startedFor = null;
    charge(job, tookMs);
  }

  return {
    /** Adds a job of a caller; false if too many of the caller's wait already. Ids are never used again. */
    add(id: number, name: string, isUrgent = false): boolean {
      if ((callers.get(name)?.waiting.length ?? 0) >= mostWaiting) return false;
      const job = { id, callers: new Set([name]), startedFor: null, isUrgent };
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
      if (running >= turns) return null;
      const isOne = isAlone();
      let chosen: [string, Caller] | null = null;
      for (const [name, caller] of callers) {
        if (caller.waiting.length === 0 || (!isOne && caller.running >= most)) continue;
        if (!chosen || caller.chargedMs < chosen[1].chargedMs) chosen = [name, caller];
      }
      const job = chosen?.[1].waiting[0];
      if (!chosen || !job) return null;
      const [name, caller] = chosen;
      floorMs = Math.max(floorMs, caller.chargedMs);
      dequeue(job);
      job.startedFor = name;
      caller.running += 1;
      caller.chargedMs += EXPECTED_MS;
      running += 1;
      forgetAbsent();
      return job.id;
    },
    /** A job waits for something else: its turn is free, and it asks for another with `resume`. */
    pause(id: number, tookMs: number): void {
      const job = jobs.get(id);
      if (job) release(job, tookMs);
    },
    /** A paused job waits for a turn again, before its callers' other work. */
    resume(id: number): void {
      const job = jobs.get(id);
      if (!job || job.startedFor !== null) return;
      for (const name of job.callers) wait(job, name, true);
    },
    /** A job is done or cancelled; `tookMs` since its turn began, 0 without one. */
    end(id: number, tookMs: number): void {
      const job = jobs.get(id);
      if (!job) return;
      jobs.delete(id);
      dequeue(job);
      release(job, tookMs);
      forgetAbsent();
    },
    /** Jobs that wait, have a turn or are paused. */
    size: (): number => jobs.size,
    /** Whether a turn is kept free of waiting work for callers who may be about to ask. */
    isHeldBack: (): boolean =>
      running < turns && [...callers.values()].some(({ waiting }) => waiting.length > 0),
  };
}

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

type Job = { caller: string; leftMs: number };

/** Four turns on one processor, whose time the jobs that have one divide equally. */
function createProcessor() {
  let nowMs = 0;
  const queue = createFairQueue({
    turns: 4,
    mostWaiting: 1_000,
    now: () => nowMs,
    isOneProcessor: true,
  });
  const jobs = new Map<number, Job>();
  const running = new Map<number, Job>();
  const usedMs = new Map<string, number>();
  const begun: { id: number; caller: string; atMs: number }[] = [];
  let newest = 0;

  function start(): void {
    for (let id = queue.next(); id !== null; id = queue.next()) {
      const job = jobs.get(id);
      if (!job) continue;
      running.set(id, job);
      begun.push({ id, caller: job.caller, atMs: nowMs });
    }
  }

  return {
    begun,
    now: () => nowMs,
    used: (caller: string) => usedMs.get(caller) ?? 0,
    isPending: (id: number) => jobs.has(id),
    add(caller: string, leftMs: number): number {
      newest += 1;
      jobs.set(newest, { caller, leftMs });
      queue.add(newest, caller);
      start();
      return newest;
    },
    /** Lets a millisecond pass; true if nothing ran in it. */
    pass(): boolean {
      const isIdle = running.size === 0;
      const each = 1 / running.size;
      nowMs += 1;
      for (const [id, job] of [...running]) {
        job.leftMs -= each;
        usedMs.set(job.caller, (usedMs.get(job.caller) ?? 0) + each);
        if (job.leftMs > 1e-9) continue;
        running.delete(id);
        jobs.delete(id);
        queue.end(id);
      }
      start();
      return isIdle;
    },
  };
}

type Processor = ReturnType<typeof createProcessor>;

function runFor(processor: Processor, ms: number, eachMs: () => void = () => undefined): void {
  const untilMs = processor.now() + ms;
  while (processor.now() < untilMs) {
    processor.pass();
    eachMs();
  }
}

describe('the time of one processor', () => {
  it('belongs to a caller who asks rarely until the answer, beside a job that had begun', () => {
    const greedyMs = fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 400, maxLength: 400 });
    const ownMs = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 5, maxLength: 10 });
    fc.assert(
      fc.property(greedyMs, ownMs, (greedy, own) => {
        const processor = createProcessor();
        for (const ms of greedy) processor.add('greedy', ms);
        runFor(processor, 1_000);
        for (const ms of own) {
          const askedMs = processor.now();
          const id = processor.add('ana', ms);
          while (processor.isPending(id)) processor.pass();
          const answeredMs = processor.now();
          const meanwhile = processor.begun.filter(
            ({ caller, atMs }) => caller === 'greedy' && atMs > askedMs && atMs < answeredMs,
          );
          expect(meanwhile).toEqual([]);
          runFor(processor, 4 * ms);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('goes to a busy caller by at most a quarter while two others wait who use less', () => {
    const processor = createProcessor();
    for (let index = 0; index < 3_000; index += 1) processor.add('greedy', 10);
    runFor(processor, 1_000);
    const pending = new Map<string, number>();
    let [waitedMs, greedyMs, before] = [0, 0, processor.used('greedy')];
    runFor(processor, 10_000, () => {
      if (pending.size > 0) {
        waitedMs += 1;
        greedyMs += processor.used('greedy') - before;
      }
      before = processor.used('greedy');
      for (const [name, id] of pending) if (!processor.isPending(id)) pending.delete(name);
      if (processor.now() % 200 === 0) pending.set('ana', processor.add('ana', 45));
      if (processor.now() % 200 === 70) pending.set('ben', processor.add('ben', 45));
    });
    expect(greedyMs / waitedMs).toBeLessThanOrEqual(0.25);
    // The time in which nobody else waits is the busy caller's.
    expect(processor.used('greedy')).toBeGreaterThan(5_000);
  });

  it('is shared by halves between two who always have more, and never idle', () => {
    const processor = createProcessor();
    for (let index = 0; index < 300; index += 1) {
      processor.add('ana', 50);
      processor.add('ben', 10);
      processor.add('ben', 10);
    }
    let idleMs = 0;
    runFor(processor, 8_000, () => {
      if (processor.pass()) idleMs += 1;
    });
    expect(idleMs).toBe(0);
    expect(processor.used('ana') / processor.now()).toBeCloseTo(0.5, 1);
  });

  it('is not kept from a busy caller by somebody whose work takes longer than a quarter of a second', () => {
    const processor = createProcessor();
    for (let index = 0; index < 300; index += 1) processor.add('greedy', 10);
    runFor(processor, 1_000);
    const id = processor.add('ana', 3_000);
    const before = processor.used('greedy');
    runFor(processor, 4_000);
    expect(processor.isPending(id)).toBe(true);
    expect(processor.used('greedy') - before).toBeGreaterThan(1_500);
  });
});

import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { JobsService } from '#features/jobs/index.ts';
import type { Settings } from '#features/settings/index.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import type { DamageService } from './damage.service.ts';
import { claimTime } from './results.repo.ts';
import { keyOf, nextRun, planOf, type TimedTask, timedTasks } from './schedules.rules.ts';
import { scheduledJob, type MaintenanceService } from './maintenance.service.ts';
import type { ScheduleState } from './maintenance.types.ts';

/** Scheduled backups and examinations. */
export interface Schedules {
  /** Plans the next run of each task; called periodically. */
  sweep(): Promise<void>;
  list(): Promise<ScheduleState[]>;
}

export interface SchedulesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Pick<Events, 'subscribe'>;
  readonly jobs: Pick<JobsService, 'handle' | 'enqueue' | 'nudge'>;
  readonly settings: () => Promise<Settings>;
  readonly maintenance: Pick<MaintenanceService, 'lastRun' | 'isRunning'>;
  readonly damage: Pick<DamageService, 'summary'>;
  /** Receives failures that no caller awaits. */
  readonly onError: (error: unknown) => void;
}

const kind = 'schedule';
const day = 24 * 60 * 60_000;

interface PlannedRun {
  readonly task: TimedTask;
  /** The plan of the run, as `keyOf` writes it. */
  readonly plan: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Starts tasks at the scheduled times. The next run of each is a job in the shared queue, so that a run which was
 * missed while no server ran is made up for at the next start.
 */
export const createSchedules = (deps: SchedulesDeps): Schedules => {
  const { db, clock, events, jobs, settings, maintenance, damage, onError } = deps;

  /** One job for each time, however many servers plan it. */
  const planNext = async (task: TimedTask, after: number): Promise<void> => {
    const plan = planOf(await settings(), task);
    if (plan === undefined) return;
    const run: PlannedRun = { task, plan: keyOf(plan), at: nextRun(plan, after) };
    await jobs.enqueue([{ kind, dedupeKey: `${task} ${run.plan} ${run.at}`, payload: run, runAt: run.at }]);
  };

  jobs.handle(kind, {
    run: async (payload) => {
      const run = payload as PlannedRun;
      const current = await settings();
      const plan = planOf(current, run.task);
      // The schedule was changed after this run was planned.
      if (plan === undefined || keyOf(plan) !== run.plan) return;
      // A running one is enough; another job of its kind would run once more.
      const isRunning = await maintenance.isRunning(run.task);
      await inTransaction(db, async (trx) => {
        // A server whose clock is behind may have planned the same time again.
        if (!(await claimTime(trx, `maintenance:schedule:${run.task}`, run.at))) return;
        if (isRunning) return;
        await jobs.enqueue([scheduledJob(run.task, current.backup_keep)], trx);
      });
      jobs.nudge();
    },
  });

  const sweep = async (): Promise<void> => {
    for (const task of timedTasks) await planNext(task, clock.now());
  };

  events.subscribe(({ kind: what }) => {
    if (what === 'settings-changed') sweep().catch(onError);
  });

  return {
    sweep,
    list: async () => {
      const current = await settings();
      const timed = timedTasks.map(async (task): Promise<ScheduleState> => {
        const plan = planOf(current, task);
        return {
          task,
          nextAt: plan && nextRun(plan, clock.now()),
          isRunning: await maintenance.isRunning(task),
          last: await maintenance.lastRun(task),
        };
      });
      const { state, damaged } = await damage.summary();
      const period = current.scrub_days * day;
      const { run, last } = state;
      const verification: ScheduleState = {
        task: 'verification',
        nextAt:
          period === 0 || run !== null ? undefined : Math.max(clock.now(), (last?.startedAt ?? 0) + period),
        isRunning: run !== null && period > 0,
        last:
          last === null
            ? undefined
            : {
                at: last.completedAt,
                outcome: damaged > 0 || last.unread > 0 ? 'problems' : 'ok',
                reason: undefined,
              },
      };
      return [...(await Promise.all(timed)), verification];
    },
  };
};

import { limits } from '#core/limits.ts'
import type { RunEvent } from '#core/run/event.ts'
import { describeEvent } from '#core/run/sentence/describe-event.ts'
import { viewsOf } from '#core/run/views/view-table.ts'
import type { Actor } from '#server/access/actor.ts'
import { may } from '#server/access/may.ts'
import { taskActions } from '#server/access/task-rules.ts'
import { summariseTask } from '#server/runs/tasks/task-row.ts'
import { readRunState } from '../engine/requests/read-run.ts'
import { readLastEvents } from '../runs/read-last-events.ts'
import type { Stores } from '../stores.ts'
import { decisionsAbove } from './decisions-above.ts'
import { getTaskRow } from './get-task-row.ts'
import type { HumanTaskDetail, TaskActivity } from './models.ts'
import { describeTaskEvent, eventsOfTask } from './task-events.ts'
import { taskNotFound } from './task-not-found.ts'

/** A task with its question, its form, earlier events, and the actor's allowed actions. Throws `NOT_FOUND`. */
export async function getTask(stores: Stores, actor: Actor, taskId: string): Promise<HumanTaskDetail> {
  const row = await getTaskRow(stores, actor, taskId)
  const state = await readRunState(stores.pool, row.run_id, 'refs')
  if (!state) throw taskNotFound()
  const events = await readLastEvents(stores.pool, row.run_id, limits.read.eventsBeforeTask)
  const [acts, above] = await Promise.all([eventsOfTask(stores, taskId), decisionsAbove(stores, row)])
  const comments = acts.filter(({ kind }) => kind === 'commented')
  return {
    ...summariseTask(row),
    instructions: row.instructions,
    form: row.form,
    decision: row.decision,
    excluded: row.excluded ?? [],
    runStatus: viewsOf(state).status,
    runInput: state.header.input,
    runState: state.data,
    allowedActions: taskActions.filter((action) => may(actor, `task.${action}`, row).allowed),
    notAllowed: taskActions.flatMap((action) => {
      const verdict = may(actor, `task.${action}`, row)
      return verdict.allowed ? [] : [{ action, reason: verdict.reason }]
    }),
    commentList: comments.map((act) => ({
      id: act.operation_id,
      by: { id: act.actor, name: act.actor_name },
      at: act.at.toISOString(),
      text: act.details.text ?? '',
    })),
    activity: [
      ...events.filter((event) => concerns(event, taskId)).map(activityOf),
      ...acts
        .filter(({ kind }) => kind !== 'commented')
        // The engine's estimate of the database's clock may be slightly ahead; an action never shows an instant before
        // the task opened.
        .map((act) => ({ at: latest(act.at, row.opened_at).toISOString(), sentence: describeTaskEvent(act) })),
    ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    earlier: [
      ...events
        .filter((event) => isShown(event) && event.at <= row.opened_at.getTime())
        .slice(-limits.shown.stepsBeforeTask)
        .reverse()
        .map((event) => ({ ...activityOf(event), step: 'step' in event ? (event.step ?? '') : '', run: null })),
      ...above,
    ].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)),
  }
}

const latest = (a: Date, b: Date) => (a < b ? b : a)

function activityOf(event: RunEvent): TaskActivity {
  return { at: new Date(event.at).toISOString(), sentence: describeEvent(event) }
}

function concerns({ payload }: RunEvent, taskId: string): boolean {
  return 'task_id' in payload && payload.task_id === taskId
}

/** Whether the event is a result or a decision, not a start or bookkeeping of the engine. */
function isShown({ type }: RunEvent): boolean {
  return [
    'workflow.run.created',
    'workflow.node.completed',
    'workflow.node.failed',
    'workflow.human_task.decided',
    'workflow.child.ended',
    'workflow.run.retried',
    'workflow.run.paused',
    'workflow.run.resumed',
  ].includes(type)
}

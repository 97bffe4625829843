import { describeEvent } from '#core/run/describe-event.ts'
import type { RunEvent } from '#core/run/event.ts'
import { viewsOf } from '#core/run/views.ts'
import type { Actor } from '../actor.ts'
import { readRunState } from '../engine/read-run.ts'
import { readEvents } from '../runs/read-events.ts'
import type { Stores } from '../stores.ts'
import { mayDecide } from './entitlement.ts'
import { getTaskRow } from './get-task-row.ts'
import type { HumanTaskDetail } from './models.ts'
import { taskNotFound } from './task-not-found.ts'
import { summariseTask } from './task-row.ts'

/** What somebody who decides wants to know of the past fits on a page. */
const EARLIER_SHOWN = 50
const EVENTS_READ = 2_000

/** A task with what is asked, by which form, and what went before. Throws `NOT_FOUND`. */
export async function getTask(stores: Stores, actor: Actor, taskId: string): Promise<HumanTaskDetail> {
  const row = await getTaskRow(stores, actor, taskId)
  const state = await readRunState(stores.pool, row.run_id)
  if (!state) throw taskNotFound(taskId)
  const { events } = await readEvents(stores.pool, row.run_id, Math.max(0, state.seq - EVENTS_READ))
  return {
    ...summariseTask(row),
    form: row.form,
    decision: row.decision,
    runStatus: viewsOf(state).status,
    runInput: state.header.input,
    runState: state.data,
    allowedActions: row.status === 'open' && mayDecide(actor, row) ? ['decide'] : [],
    earlier: events
      .filter((event) => isTold(event) && event.at <= row.opened_at.getTime())
      .slice(-EARLIER_SHOWN)
      .reverse()
      .map((event) => ({
        at: new Date(event.at).toISOString(),
        step: 'step' in event ? (event.step ?? '') : '',
        sentence: describeEvent(event),
      })),
  }
}

/** Results and decisions: not every start and book-keeping of the engine. */
function isTold({ type }: RunEvent): boolean {
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

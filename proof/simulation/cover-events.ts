import type { Command } from '#core/run/command.ts'
import type { RunEvent } from '#core/run/event.ts'
import { variantIndexOf } from '#core/run/fan-out/fan-out.ts'
import type { MailRow } from '#server/engine/store/memory/tables.ts'
import { type Coverage, type Scenario, saw } from './coverage.ts'

const lifecycleStateOf: { readonly [type: string]: Scenario } = {
  'workflow.timer.fired': 'timer fired',
  'workflow.child.spawned': 'child started',
  'workflow.compensation.completed': 'run compensated',
  'workflow.run.retried': 'run retried',
  'workflow.run.cancelled': 'run cancelled',
  'workflow.run.paused': 'run held',
  'workflow.signal.taken': 'signal kept until somebody waited',
  'workflow.child.retried': 'child retried for its parent',
  'workflow.node.overridden': 'step overridden',
  'workflow.run.continued_as_new': 'code continued as new',
  'workflow.run.cancel_requested': 'code cancelled by request',
  'workflow.update.completed': 'update of code completed',
}

/** Rare situations that histories show. */
export function coverEvents(coverage: Coverage, event: RunEvent): void {
  const scenario = lifecycleStateOf[event.type]
  if (scenario) saw(coverage, scenario)
  if (event.type === 'workflow.human_task.approved') saw(coverage, 'task approved by one of several')
  if (event.type === 'workflow.human_task.escalated') saw(coverage, 'task escalated')
  if (event.type === 'workflow.child.spawned' && event.payload.detached) saw(coverage, 'child let go')
  if (event.type === 'workflow.child.ended' && event.payload.never_began && event.payload.status === 'CANCELLED')
    saw(coverage, 'child given up before it began')
  if (event.type === 'workflow.signal.received' && event.step !== undefined) saw(coverage, 'signal met whoever waited')
  if (event.type === 'workflow.run.rolling_back' && event.payload.again) saw(coverage, 'rollback tried again')
  if (event.type === 'workflow.node.completed' && event.payload.http !== undefined) saw(coverage, 'request answered')
  if (event.type === 'workflow.compensation.completed' && event.step.includes('#')) saw(coverage, 'code undone')
  if (event.type === 'workflow.node.started' && event.payload.step_type === 'SCRIPT') saw(coverage, 'script ran')
  if (event.type === 'workflow.node.skipped' && event.payload.withdrawn) saw(coverage, 'task taken back')
  if (event.type === 'workflow.node.failed' && event.payload.error.code === 'ABANDONED') saw(coverage, 'step given up')
  if (event.type === 'workflow.run.created' && event.payload.fan_out !== undefined) saw(coverage, 'variants started')
  if (event.type === 'workflow.run.cancelled' && variantIndexOf(event.payload.error?.step ?? '') !== undefined)
    saw(coverage, 'variants stopped by the first failure')
  const ends = event.type === 'workflow.run.failed' || event.type === 'workflow.run.cancelled'
  if (ends && event.payload.ended_by !== undefined) saw(coverage, 'rollback ended by force')
  if (event.type === 'workflow.node.failed' && event.payload.error.code === 'STEP_QUARANTINED') {
    saw(coverage, 'step quarantined')
  }
}

/** Rare situations that the answers to people's commands show. */
export function coverReply(coverage: Coverage, mail: MailRow | undefined): void {
  if (!mail?.reply) return
  const command = JSON.parse(mail.command) as Command
  const isUnnamed = command.type === 'resume' && command.open_waits !== undefined
  if (!('refusal' in mail.reply)) {
    if (isUnnamed) saw(coverage, 'unnamed answer taken')
    return
  }
  const { decided, message } = mail.reply.refusal
  saw(coverage, 'command refused')
  if (decided) saw(coverage, 'late decision refused')
  if (isUnnamed && /asked again after this answer|when this arrived/.test(message))
    saw(coverage, 'unnamed answer refused for what came later')
  if (message.includes('after your request')) saw(coverage, 'verb refused for what came later')
}

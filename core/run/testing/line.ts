import type { RunEvent } from '../event.ts'

/** An event as tests write it: `A started`, `A failed (handled)`, `run cancelled (fail_fast)`. */
export function lineOf(event: RunEvent): string {
  const short = event.type.replace(/^workflow\.(run|node)\./, '').replace('workflow.', '')
  const step = 'step' in event && event.step !== undefined ? event.step : 'run'
  const item = 'item' in event && event.item !== undefined ? `[${event.item}]` : ''
  const visit = 'iteration' in event && Number(event.iteration) > 1 ? `@${event.iteration}` : ''
  const attempt = 'attempt' in event && event.attempt > 1 ? `#${event.attempt}` : ''
  const remark = remarkOf(event)
  return `${step}${item}${visit}${attempt} ${short}${remark === '' ? '' : ` (${remark})`}`
}

function remarkOf(event: RunEvent): string {
  switch (event.type) {
    case 'workflow.node.skipped':
    case 'workflow.human_task.closed':
      return event.payload.reason
    case 'workflow.node.failed':
      return event.payload.handled ? `${event.payload.error.code}, handled` : event.payload.error.code
    case 'workflow.node.progress':
      return event.payload.error === undefined ? '' : 'will retry'
    case 'workflow.node.completed':
      return event.payload.ignored_error === undefined ? '' : 'ignored'
    case 'workflow.run.cancelled':
    case 'workflow.run.rolling_back':
      return event.payload.cause
    case 'workflow.run.failed':
      return event.payload.status
    case 'workflow.run.status_changed':
      return `${event.payload.from} to ${event.payload.to}`
    case 'workflow.run.waiting':
      return event.payload.steps.join(', ')
    case 'workflow.run.reopened':
      return `${event.payload.reason}: ${event.payload.steps.map((step) => step.step).join(', ')}`
    case 'workflow.node.overridden':
      return event.payload.to === undefined ? event.payload.action : `${event.payload.action} to ${event.payload.to}`
    case 'workflow.timer.set':
      return event.payload.purpose
    case 'workflow.run.steps_injected':
      return event.payload.steps.join(', ')
    case 'workflow.compensation.completed':
      return event.payload.outcome
    case 'workflow.item.failed':
    case 'workflow.compensation.failed':
      return event.payload.will_retry ? 'will retry' : 'for good'
    case 'workflow.phase.changed':
      return `${event.payload.from} to ${event.payload.to}`
    default:
      return ''
  }
}

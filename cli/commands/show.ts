import { Command } from 'commander'
import type { RunEvent } from '#core/run/event.ts'
import { fold } from '#core/run/evolve.ts'
import { duration } from '#core/run/sentence/duration.ts'
import { initialState, type RunState } from '#core/run/state.ts'
import type { StepState } from '#core/run/step-state.ts'
import { findRun, runArgument } from '../find-run.ts'
import type { RunObject } from '../models.ts'
import { paint, paintStatus } from '../output/paint.ts'
import { printJson } from '../output/print-json.ts'
import { printable } from '../output/printable.ts'
import { table } from '../output/table.ts'
import { asRunEvent, readHistory } from '../run-history.ts'
import type { Connect, Session } from '../session.ts'

export function showCommand(connect: Connect): Command {
  return new Command('show')
    .description('show what a run is doing, why, since when, and what it waits for')
    .argument('<run>', runArgument)
    .action(async (asked: string) => {
      const session = connect()
      const runId = await findRun(session.client, asked)
      const { client } = session
      const run = await client.told(client.api.GET('/v1/workflow-runs/{id}', { params: { path: { id: runId } } }))
      if (session.json) return printJson(session.terminal, run)
      const events: RunEvent[] = []
      for await (const event of readHistory(session.client, runId)) events.push(asRunEvent(event))
      tell(session, run, fold(initialState(), events))
    })
}

function tell({ terminal, client }: Session, run: RunObject, state: RunState): void {
  const facts: readonly (readonly [string, string])[] = [
    ['run', run.run_id],
    ['status', `${paintStatus(terminal, run.workflow_status)} (${run.status})`],
    ...(run.parent_run_id === null ? [] : [['parent', run.parent_run_id] as const]),
    ...(run.workflow_id === null ? [] : [['workflow id', printable(run.workflow_id)] as const]),
    ...(run.rerun_of === null ? [] : [['re-run of', run.rerun_of] as const]),
    ...(run.tags.length === 0 ? [] : [['tags', run.tags.join(', ')] as const]),
    ['created', `${run.created_at} (${duration(terminal.now() - Date.parse(run.created_at))} ago)`],
    ['input', short(run.input)],
    ...(run.output === null ? [] : [['output', short(run.output)] as const]),
    ...(run.error === null ? [] : [['error', `${run.error.code}: ${run.error.message}`] as const]),
    ['page', String(new URL(`/runs/${run.run_id}`, client.url))],
  ]
  terminal.out(`${paint(terminal, 'bold', `${printable(run.workflow_name)} v${run.workflow_version}`)}\n`)
  terminal.out(`${printable(run.sentence)}\n\n`)
  for (const [name, value] of facts) {
    terminal.out(`${paint(terminal, 'dim', name.padEnd(10))}${name === 'status' ? value : printable(value)}\n`)
  }
  const steps = Object.entries(state.steps)
  if (steps.length === 0) return
  terminal.out('\n')
  terminal.out(
    table<[string, StepState]>(
      terminal,
      [
        { title: 'STEP', value: ([name]) => name, shrinks: true },
        { title: 'STATUS', value: ([, step]) => statusOf(step), paint: paintStatus },
        { title: 'VISITS', value: ([, step]) => step.visits, right: true },
        { title: 'ATTEMPTS', value: ([, step]) => step.attempt, right: true },
        { title: 'ERROR', value: ([, step]) => ('error' in step ? step.error.message : null), shrinks: true },
      ],
      steps,
    ),
  )
}

/** A step of a queue may still wait there: the sentence says so. */
function statusOf(step: StepState): string {
  const isQueued = step.status === 'running' && step.queue !== undefined && step.fraction === undefined && !step.note
  return isQueued ? 'sent to workers' : step.status.replaceAll('_', ' ')
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  return text.length <= 400 ? text : `${text.slice(0, 400)}… (${text.length} characters; use --json for all)`
}

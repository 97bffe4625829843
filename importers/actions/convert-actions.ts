import { stringify } from 'yaml'
import type { Json, JsonObject } from '#core/json.ts'
import type { AboutFile, Imported } from '../import-note.ts'
import { unsettledNote, withNotImported } from '../not-imported.ts'
import { SourceRecord } from '../source-record.ts'
import { workflowNameOf } from '../workflow-name.ts'
import { stepsOfJob } from './convert-job.ts'
import { inputSchema } from './inputs.ts'
import { outputsOfWorkflow } from './outputs.ts'
import { type Plan, planOf } from './plan.ts'
import { readActions } from './read-actions.ts'
import { triggersOf } from './triggers.ts'
import { workflowOfFile } from './workflow-of-file.ts'

/**
 * Converts a workflow of GitHub Actions, or of a compatible system. Its jobs and their order stay. There is no machine
 * and no shell here, so each step calls a function that is still to be written, with the step's data.
 */
export function convertActions(value: Json, about: AboutFile = { notes: [] }): Imported {
  const read = readActions(value)
  if (!read.ok) return read
  const { workflow } = read
  const plan = planOf(workflow)
  const record = new SourceRecord(value)
  const part = 'The workflow'
  record.settle('name', 'env')
  const { triggers, notes: triggerNotes } = triggersOf(record.at('on'))
  const notes = [...about.notes, ...triggerNotes]
  const name = nameOf(plan, workflow.name, about.fileName)
  if (name !== workflowNameOf(workflow.name ?? '') && workflow.name !== undefined) {
    const message = `\`${workflow.name}\` becomes ${name}; other workflows refer to it by its file name.`
    notes.push({ part, fate: 'changed', message })
  }
  record.at('jobs')
  const steps = [...plan.jobs.keys()].flatMap((id) => stepsOfJob(id, plan, record.at('jobs', id), notes))
  const outputs = outputsOfWorkflow(plan, notes)
  notes.push(...unsettledNote(record, { part }))
  const schema = inputSchema(workflow.on)
  const layout = framesOf(plan)
  const document = {
    workflow_type: name,
    ...(workflow.name !== undefined && workflow.name !== name && { description: workflow.name }),
    ...(schema && { input_schema: schema }),
    ...(triggers.length > 0 && { triggers }),
    steps: [...steps, ...outputs],
    ...(layout && { layout }),
  }
  return { ok: true, name, text: stringify(withNotImported(document, notes), { lineWidth: 0 }), notes }
}

const isCalled = ({ on }: Plan): boolean => JSON.stringify(on).includes('"workflow_call"')

/** A reusable workflow gets the name of its file, because callers refer to the file; any other keeps its own name. */
function nameOf(plan: Plan, written: string | undefined, fileName: string | undefined): string {
  const file = fileName === undefined ? undefined : workflowOfFile(fileName)
  return (
    (isCalled(plan) ? file : undefined) ?? (written === undefined ? file : undefined) ?? workflowNameOf(written ?? '')
  )
}

/** A job with a name of its own becomes a group around its steps. */
function framesOf(plan: Plan): JsonObject | null {
  const frames = [...plan.jobs].flatMap(([id, { name, steps, uses }]) => {
    if (name === undefined || uses !== undefined || steps.length === 0 || plan.rounds(id) !== null) return []
    return [[`job ${id}`, { title: name, steps: steps.map((_, index) => plan.stepName(id, index)) }] as const]
  })
  return frames.length === 0 ? null : Object.fromEntries(frames)
}

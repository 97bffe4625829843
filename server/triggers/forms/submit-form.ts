import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { FormTrigger } from '#core/definition/trigger.ts'
import type { JsonSchema } from '#core/json.ts'
import type { Actor } from '#server/access/actor.ts'
import { reachesWorkflow } from '#server/access/workflow-scope.ts'
import type { RunStarter, StartRunResult } from '#server/engine/requests/start-run.ts'
import { starterName, triggerService } from '../service.ts'
import { type FormSection, formSections } from './form-fields.ts'
import { type Answers, readAnswers } from './read-answers.ts'
import { type SentFile, storeAnsweredFiles } from './store-answered-files.ts'

/** A form that can be opened now. */
export interface OpenForm {
  readonly id: string
  readonly ownerId: string
  readonly region: string
  readonly workflow: string
  readonly name: string
  readonly access: FormTrigger['access']
  readonly title: string
  readonly intro?: string | undefined
  readonly thanks: string
  readonly sections: readonly FormSection[]
}

interface FormRow {
  readonly id: string
  readonly ownerId: string
  readonly region: string
  readonly workflow: string
  readonly workflowTitle: string | null
  readonly name: string
  readonly spec: FormTrigger
  readonly schema: JsonSchema | null
}

const THANKS = 'Your answers have been received.'

/** The form at an address; null when it is unknown, paused, removed, or of an archived workflow: nobody can tell which. */
export async function findForm(pool: Pool, formId: string): Promise<OpenForm | null> {
  const { rows } = await pool.query<FormRow>({
    name: 'find-form',
    text: `select t.id, t.owner_id as "ownerId", coalesce(o.region, 'local') as region, t.workflow, w.title as "workflowTitle",
                  t.name, t.spec, d.compiled -> 'input_schema' as schema
             from trigger t
             join "owner" o on o.id = t.owner_id and o.status = 'active'
             join workflow w on w.owner_id = t.owner_id and w.name = t.workflow and w.archived_at is null
             join definition d on d.owner_id = w.owner_id and d.name = w.name and d.version = w.latest_version
             join member m on m.owner_id = t.owner_id and m.person_id = '${triggerService.id}'
              and m.kind = 'service' and m.status = 'active'
            where t.hook_id = $1 and t.type = 'form' and t.paused_at is null and t.removed_at is null`,
    values: [formId],
  })
  const [row] = rows
  if (!row) return null
  const { spec, schema, workflowTitle, ...form } = row
  const { title = workflowTitle ?? form.workflow, thanks = THANKS } = spec
  const intro = typeof schema?.description === 'string' ? schema.description : undefined
  return { ...form, access: spec.access, title, thanks, intro, sections: formSections(schema ?? undefined) }
}

/** Whether the caller may open the form: everybody a public one, and the others by members of its owner. Keys are no people. */
export function opensForm(form: OpenForm, actor: Actor | null): boolean {
  if (form.access === 'public') return true
  if (!actor || actor.key || actor.lacksSecondFactor || actor.isGone) return false
  return (actor.everyOwner || actor.ownerId === form.ownerId) && reachesWorkflow(actor, form.workflow)
}

export interface Submission {
  readonly answers: Answers
  readonly files?: ReadonlyMap<string, SentFile>
  /** The id that the page was sent with: a repetition gets the run that the first one has started. */
  readonly submissionId: string
  /** The member who sent it; null for a public form. */
  readonly by: Actor | null
}

export type Submitted =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly status: 422 | 429
      readonly problems: ReadonlyMap<string, string>
      readonly problem?: string
    }

/** Starts a run with what was entered, in the name of the triggers' service, and records the firing. */
export async function submitForm(
  { pool, starter }: { readonly pool: Pool; readonly starter: RunStarter },
  form: OpenForm,
  { answers, files: sent = new Map(), submissionId, by }: Submission,
): Promise<Submitted> {
  const place = { ownerId: form.ownerId, formId: form.id, submissionId }
  const stored = await storeAnsweredFiles(pool, form.sections, sent, place)
  const read = readAnswers(form.sections, answers, stored.files)
  const problems = new Map([...(read.ok ? [] : read.problems), ...stored.problems])
  if (!read.ok || problems.size > 0) return { ok: false, status: 422, problems }
  const at = new Date()
  const started = await starter.start({
    workflow: form.workflow,
    input: read.input,
    ownerId: form.ownerId,
    dataRegion: form.region,
    actor: { id: triggerService.id, name: starterName(form.name, 'form') },
    idempotencyKey: `form/${form.id}/${submissionId}`,
    trigger: { id: form.id, type: 'form', name: form.name, planned_at: at.getTime() },
  })
  if (!started.ok) return refused(form, started)
  await pool.query(
    `insert into trigger_firing (trigger_id, key, owner_id, cause, planned_at, due_at, state, run_id, open, asked_by, ended_at)
     values ($1, $2, $3, 'call', $4, $4, 'started', $5, true, $6, clock_timestamp()) on conflict do nothing`,
    [form.id, submissionId, form.ownerId, at, started.runId, by?.id ?? null],
  )
  return { ok: true }
}

/** What the person can do about a refusal; the reasons of an installation are none of a visitor's business. */
function refused({ sections }: OpenForm, result: Extract<StartRunResult, { ok: false }>): Submitted {
  const none = new Map<string, string>()
  switch (result.code) {
    case 'INVALID_INPUT': {
      const names = new Set(sections.flatMap(({ fields }) => fields.map(({ name }) => name)))
      const fieldOf = (path: string) => [...names].find((name) => path === name || path.startsWith(`${name}.`))
      const problems = new Map(
        result.errors.flatMap(({ path, message }) => {
          const name = fieldOf(path)
          return name === undefined ? [] : [[name, message] as const]
        }),
      )
      const other = result.errors.find(({ path }) => fieldOf(path) === undefined)
      return { ok: false, status: 422, problems, ...(other && { problem: `Not accepted: ${other.message}` }) }
    }
    case 'QUOTA':
      return {
        ok: false,
        status: 429,
        problems: none,
        problem: 'Too much is being sent right now. Try again in a minute.',
      }
    default:
      return { ok: false, status: 422, problems: none, problem: 'This form takes no answers at present.' }
  }
}

export const newSubmissionId = (): string => randomUUID()

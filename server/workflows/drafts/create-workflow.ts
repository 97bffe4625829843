import type { Pool } from 'pg'
import { workflowIdOf } from '#core/definition/id-of-title.ts'
import { workflowTitleBeside } from '#core/definition/title.ts'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'
import { analyse } from '../analysis/analyse.ts'
import { insertWorkflow } from '../insert-workflow.ts'
import { listTemplates } from '../list-templates.ts'
import type { Template } from '../models.ts'
import { nameTaken } from '../name-taken.ts'
import { publishText } from '../versions/publish-texts.ts'
import { isWorkflowName } from '../workflow-name.ts'
import { withConnections } from './with-connections.ts'
import { nameScalar, withName, withTitle } from './with-name.ts'

export interface CreateWorkflowRequest {
  /** Left out: the text's own name, or the next free `NewWorkflow`. */
  readonly name?: string | undefined
  /** The name for people: the id is made from it, and gets a number where it is taken. */
  readonly title?: string | undefined
  readonly text?: string | undefined
  readonly templateId?: string | undefined
  /** Connections instead of those that the template names. */
  readonly connections?: Readonly<Record<string, string>> | undefined
}

/** The number of suffixes tried before a name counts as taken. */
const TRIES = 100

/**
 * Creates a workflow with a draft: empty, from a text or from a template. A requested name is used or refused
 * (`NAME_TAKEN`); a name that Heddle chose gets a number when it is taken. Returns the final name.
 */
export async function createWorkflow(
  { pool }: Stores,
  actor: Actor,
  { name, title, text, templateId, connections = {} }: CreateWorkflowRequest,
): Promise<{ readonly name: string }> {
  const template = templateId === undefined ? null : await getTemplate(templateId)
  const source = text ?? (template ? withConnections(template.text, connections) : '')
  const analysis = await analyse(actor.ownerId, source === '' ? emptyText('NewWorkflow') : source)
  const written = analysis.definition?.workflow_type ?? ''
  const wanted = name ?? (title === undefined ? (isWorkflowName(written) ? written : 'NewWorkflow') : idOf(title))
  const separator = title === undefined ? '-' : '_'
  const tries = name === undefined ? TRIES : 1
  for (let number = 1; number <= tries; number += 1) {
    const candidate = number === 1 ? wanted : `${wanted}${separator}${number}`
    const named =
      source === '' ? emptyText(candidate) : written === candidate ? source : withName(source, candidate, analysis)
    const beside = title === undefined ? undefined : workflowTitleBeside(candidate, title)
    const workflow = {
      name: candidate,
      text: beside === undefined ? named : withTitle(named, beside),
      definition: analysis.definition && { ...analysis.definition, ...(beside !== undefined && { title: beside }) },
    }
    if (await insertWorkflow(pool, actor, workflow)) {
      for (const needed of template?.subWorkflows ?? []) await addMissing(pool, actor, needed)
      return { name: candidate }
    }
  }
  throw nameTaken(wanted)
}

/** A valid id close to the title; `Workflow` where the title has no Latin letters. */
function idOf(title: string): string {
  const id = workflowIdOf(title).slice(0, limits.text.workflowName - String(TRIES).length - 1)
  return isWorkflowName(id) ? id : 'Workflow'
}

function emptyText(name: string): string {
  return `workflow_type: ${nameScalar(name)}\nsteps: []\n`
}

async function getTemplate(templateId: string): Promise<Template> {
  const template = (await listTemplates()).find(({ id }) => id === templateId)
  if (!template) throw new ApiError('NOT_FOUND', `There is no template ${templateId}.`, 'templateId')
  return template
}

/** Creates and publishes the workflow of a text that comes with a template, unless a workflow of that name exists. */
async function addMissing(pool: Pool, actor: Actor, text: string): Promise<void> {
  const { definition } = await analyse(actor.ownerId, text)
  if (definition === null) throw new Error('A text that comes with a template cannot be read.')
  const workflow = { name: definition.workflow_type, text, definition }
  await inTransaction(pool, async (client) => {
    if (await insertWorkflow(client, actor, workflow)) await publishText(client, actor, workflow)
  })
}

import type { KnownNames } from '#core/definition/check/check-known-names.ts'
import { startedWorkflows } from '#core/definition/check/contracts/sub-workflow-inputs.ts'
import type { Definition } from '#core/definition/definition.ts'
import { takesLocks } from '#core/definition/envelope.ts'
import type { Problem } from '#core/definition/problem.ts'
import { splitDocuments } from '#core/definition/text/documents.ts'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../../stores.ts'
import { analyse } from '../analysis/analyse.ts'
import { type KnownSources, knownNames } from '../known-names.ts'
import { startedContracts } from '../started-contracts.ts'
import { isWorkflowName, workflowNameRule } from '../workflow-name.ts'

/** One document of a text. `definition` and `name` are null when it is too broken to have them. */
export interface ReadDocument {
  readonly text: string
  /** UTF-16 offset of the document within the whole text; problems count from there. */
  readonly start: number
  readonly name: string | null
  readonly definition: Definition | null
  readonly problems: readonly Problem[]
}

/**
 * Reads a text of one or several documents. A text with one document is taken whole, byte for byte. Documents may refer
 * to each other in any order; a duplicate name is an error of the second document.
 */
export async function readDocuments(
  { ownerId }: Pick<Actor, 'ownerId'>,
  text: string,
  known: KnownNames,
): Promise<readonly ReadDocument[]> {
  const parts = splitDocuments(text)
  if (parts.length > limits.definition.documents) return [tooMany(text, parts.length)]
  const names = parts.length > 1 ? await Promise.all(parts.map((part) => nameOf(ownerId, part.text))) : []
  const all = { ...known, workflows: new Set([...known.workflows, ...names]) }
  const seen = new Set<string>()
  const documents: ReadDocument[] = []
  for (const part of parts) {
    const { definition, problems, nameRange } = await analyse(ownerId, part.text, all)
    const name = definition && isWorkflowName(definition.workflow_type) ? definition.workflow_type : null
    const own: Problem[] = []
    if (name !== null && seen.has(name)) {
      own.push(error('NAME_TWICE', `The text contains two workflows named ${name}.`, nameRange))
    }
    if (name === null && !hasErrors({ problems })) own.push(error('NAME_INVALID', workflowNameRule, nameRange))
    if (name !== null) seen.add(name)
    documents.push({ ...part, name, definition, problems: [...problems, ...own] })
  }
  return documents
}

export function hasErrors({ problems }: Pick<ReadDocument, 'problems'>): boolean {
  return problems.some(({ severity }) => severity === 'error')
}

async function nameOf(owner: string, text: string): Promise<string> {
  return (await analyse(owner, text)).definition?.workflow_type ?? ''
}

function tooMany(text: string, count: number): ReadDocument {
  const message = `The text contains ${count} documents; the limit is ${limits.definition.documents}.`
  return {
    text,
    start: 0,
    name: null,
    definition: null,
    problems: [error('TOO_MANY_DOCUMENTS', message, { start: 0, end: 0 })],
  }
}

function error(code: string, message: string, range: Problem['range']): Problem {
  return { code, message, severity: 'error', path: ['workflow_type'], range }
}

/** The documents of a text, checked against what exists, and each start of a workflow against its contracts. */
export async function readKnownDocuments(
  stores: Stores,
  actor: Actor,
  text: string,
  sources: KnownSources,
): Promise<readonly ReadDocument[]> {
  const known = await knownNames(stores, actor, sources)
  const documents = await readDocuments(actor, text, known)
  const definitions = documents.flatMap(({ definition }) => definition ?? [])
  const started = [...new Set(definitions.flatMap(({ steps }) => startedWorkflows(steps)))]
  const stored = await startedContracts(stores, actor, started)
  // Documents of the same text are published together.
  const own = definitions.filter(({ workflow_type }) => started.includes(workflow_type))
  const inputs = new Map([
    ...stored.inputs,
    ...own.map(({ workflow_type, input_schema }) => [workflow_type, input_schema ?? null] as const),
  ])
  const locking = new Set(stored.locking)
  for (const { workflow_type, envelope } of own) {
    if (takesLocks(envelope)) locking.add(workflow_type)
    else locking.delete(workflow_type)
  }
  return inputs.size === 0 ? documents : readDocuments(actor, text, { ...known, inputs, locking })
}

import type { JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { taskKeys, toolKeys } from '../catalogue/nested-keys.ts'
import { type KeySpec, keysOfType } from '../catalogue.ts'
import { type Definition, type Step, shortTask } from '../definition.ts'
import { functionKey } from '../function-name.ts'
import { innerLists, pathInList } from '../inner-lists.ts'
import type { Problem } from '../problem.ts'
import type { SourceIndex, SourcePath } from '../text/source-index.ts'
import { checkContracts, type KnownContracts } from './contracts/check-contracts.ts'
import { checkConnections, type KnownConnection } from './contracts/connections.ts'
import { rangeOf } from './contracts/each-step.ts'
import { checkVariables } from './contracts/variables.ts'
import { secretReferences } from './secret-references.ts'

/** Names that a definition may refer to: functions by their key (`functionKey`), workflows by their name. */
export interface KnownNames extends KnownContracts {
  readonly functions: ReadonlySet<string>
  readonly workflows: ReadonlySet<string>
  /** Secrets by name; absent where they are not known. */
  readonly secrets?: ReadonlyMap<string, KnownSecret>
  /** Names of variables; absent where they are not known. */
  readonly variables?: ReadonlySet<string>
  /** Connections by name; absent where they are not known. */
  readonly connections?: ReadonlyMap<string, KnownConnection>
}

/** What a workflow may do with a secret. */
export interface KnownSecret {
  /** Whether an origin is listed that requests may send it to. */
  readonly isSendable: boolean
  /** The workflows that may use it; empty: all. */
  readonly workflows: readonly string[]
}

/**
 * Warnings for unknown functions and workflows: a worker or a later import may still add them, and until then a run
 * fails at such a step. Also a warning for a step that starts its own workflow: this is allowed, and only its own
 * condition ends the recursion. And the contracts of the definition (`checkContracts`).
 */
export function checkReferences(definition: Definition, known: KnownNames, source: SourceIndex): Problem[] {
  return [
    ...unusableSecrets(definition, known, source),
    ...checkConnections(definition, known.connections, source),
    ...checkVariables(definition, known.variables, source),
    ...unknownNames(definition, known, source),
    ...checkContracts(definition, known, source),
  ]
}

function unusableSecrets(definition: Definition, { secrets }: KnownNames, source: SourceIndex): readonly Problem[] {
  if (!secrets) return []
  const workflow = definition.workflow_type
  return secretReferences(definition.steps, ['steps']).flatMap(({ name, path, step }): Problem[] => {
    const found = faultOfSecret(name, secrets.get(name), workflow)
    if (found === null) return []
    const { code, sentence } = found
    const range = rangeOf(source, path, step)
    const message = `${sentence} A run that reaches ${step} fails there.`
    return [{ code, message, severity: 'warning', path, range, step }]
  })
}

/** Why a request of a workflow cannot send a secret, with what to do; null where it can. */
function faultOfSecret(
  name: string,
  secret: KnownSecret | undefined,
  workflow: string,
): { readonly code: string; readonly sentence: string } | null {
  if (secret === undefined)
    return { code: 'SECRET_UNKNOWN', sentence: `There is no secret ${name}. Add it in the settings, under Secrets.` }
  if (!maySend(secret, workflow) && secret.isSendable)
    return {
      code: 'SECRET_NOT_ALLOWED',
      sentence: `The secret ${name} is for other workflows. Add ${workflow} to it in the settings, under Secrets.`,
    }
  if (secret.isSendable) return null
  const sentence = `The secret ${name} has no origin that requests may send it to. Add one in the settings, under Secrets, or in HEDDLE_ORIGINS_${name}.`
  return { code: 'SECRET_WITHOUT_ORIGINS', sentence }
}

/** Whether a request of the workflow can send the secret. */
export const maySend = ({ isSendable, workflows }: KnownSecret, workflow: string): boolean =>
  isSendable && (workflows.length === 0 || workflows.includes(workflow))

function unknownNames(definition: Definition, known: KnownNames, source: SourceIndex): readonly Problem[] {
  return [...unknownSources(definition, known, source), ...unknownInSteps(definition, known, source)]
}

/** Workflows that `run` triggers follow; one that is published later fires them then. */
function unknownSources(
  { workflow_type: own, triggers = [] }: Definition,
  known: KnownNames,
  source: SourceIndex,
): readonly Problem[] {
  return triggers.flatMap((trigger, index): Problem[] => {
    if (trigger.type !== 'run' || ['', own].includes(trigger.workflow) || known.workflows.has(trigger.workflow))
      return []
    const path = ['triggers', index, 'workflow']
    const message = `There is no workflow ${trigger.workflow}. This trigger fires nothing until it is published.`
    return [{ code: 'WORKFLOW_UNKNOWN', message, severity: 'warning', path, range: rangeOf(source, path, '') }]
  })
}

function unknownInSteps(definition: Definition, known: KnownNames, source: SourceIndex): readonly Problem[] {
  return referencesOf(definition.steps, ['steps']).flatMap(({ kind, name, path, step }): Problem[] => {
    if (kind === 'workflow' && name === definition.workflow_type) {
      const message = `${step} starts its own workflow. Make sure that this ends: the step fails after ${limits.run.depth} nested runs.`
      const range = rangeOf(source, path, step)
      return [{ code: 'WORKFLOW_STARTS_ITSELF', message, severity: 'warning', path, range, step }]
    }
    const exists = kind === 'function' ? known.functions.has(functionKey(name)) : known.workflows.has(name)
    if (exists) return []
    const missing = kind === 'function' ? `No function ${name} is registered.` : `There is no workflow ${name}.`
    const range = rangeOf(source, path, step)
    const code = kind === 'function' ? 'FUNCTION_UNKNOWN' : 'WORKFLOW_UNKNOWN'
    return [
      { code, message: `${missing} A run that reaches ${step} fails there.`, severity: 'warning', path, range, step },
    ]
  })
}

interface Reference {
  readonly kind: 'function' | 'workflow'
  readonly name: string
  readonly path: SourcePath
  readonly step: string
}

function referencesOf(steps: readonly Step[], path: SourcePath): readonly Reference[] {
  return steps.flatMap((step, index) => referencesIn(step, [...path, index]))
}

function referencesIn(step: Step, at: SourcePath): readonly Reference[] {
  const tools = step.type === 'AI' ? (step.tools ?? []) : []
  const tasks = step.type === 'PARALLEL' ? (step.tasks ?? []) : []
  return [
    ...namedIn(step as unknown as JsonObject, keysOfType(step.type), at, step.name),
    ...tools.flatMap((tool, index) =>
      namedIn(tool as unknown as JsonObject, toolKeys, [...at, 'tools', index], step.name),
    ),
    ...tasks.flatMap((task, location) => {
      const short = shortTask(task) as unknown as JsonObject | undefined
      return short === undefined ? [] : namedIn(short, taskKeys, [...at, 'tasks', location], step.name)
    }),
    ...innerLists(step).flatMap((list) =>
      list.steps.flatMap((inner, index) => referencesIn(inner, [...at, ...pathInList(list, index)])),
    ),
  ]
}

function namedIn(value: JsonObject, specs: readonly KeySpec[], path: SourcePath, step: string): readonly Reference[] {
  return specs.flatMap(({ key, kind }) => {
    const name = value[key]
    if (kind !== 'function' && kind !== 'workflow') return []
    return typeof name === 'string' && name !== '' ? [{ kind, name, path: [...path, key], step }] : []
  })
}

import { isJsonList, isJsonObject, type Json, type JsonObject, type JsonSchema, objectOf } from '#core/json.ts'
import type { ParallelTask, Step } from '../../definition.ts'
import { shortTask } from '../../definition.ts'
import type { Problem } from '../../problem.ts'
import { validateJson } from '../../schema/json-schema.ts'
import type { SourceIndex, SourcePath } from '../../text/source-index.ts'
import { placedSteps, problemAt } from './each-step.ts'

/** The input schemas of published workflows by name; null where a workflow declares none. */
export type InputSchemas = ReadonlyMap<string, JsonSchema | null>

/** A start of another workflow: its name, and the input as the step writes it. */
interface Start {
  readonly workflow: string
  readonly input: Json | undefined
  /** Of the input. */
  readonly path: SourcePath
  readonly step: string
  /** Nobody waits for the run: it is no child. */
  readonly isDetached?: true
}

/** The workflows that a definition starts, each once. */
export function startedWorkflows(steps: readonly Step[]): readonly string[] {
  return [...new Set(starts(steps).map(({ workflow }) => workflow))]
}

/** The starts of children: runs that the run of the definition waits for. */
export function childStarts(steps: readonly Step[]): readonly Start[] {
  return starts(steps).filter(({ isDetached }) => !isDetached)
}

function starts(steps: readonly Step[]): readonly Start[] {
  return placedSteps(steps).flatMap(({ step, path }): readonly Start[] => {
    const at = { path: [...path, 'input'], step: step.name }
    if (step.type === 'SUB_WORKFLOW') return named({ ...at, workflow: step.sub_workflow_type, input: step.input })
    if (step.type === 'FIRE_AND_FORGET')
      return named({ ...at, workflow: step.workflow_type, input: step.input, isDetached: true })
    if (step.type === 'AI') {
      // The model writes the input.
      return (step.tools ?? []).flatMap(({ sub_workflow_type: workflow }, index) =>
        named({ workflow, input: '{{ }}', step: step.name, path: [...path, 'tools', index, 'sub_workflow_type'] }),
      )
    }
    if (step.type !== 'PARALLEL') return []
    return (step.tasks ?? []).flatMap((task: ParallelTask, index) => {
      const short = shortTask(task)
      if (short === undefined) return []
      const { sub_workflow_type: workflow, input } = short
      return named({ workflow, input, step: step.name, path: [...path, 'tasks', index, 'input'] })
    })
  })
}

function named({ workflow, ...start }: Omit<Start, 'workflow'> & { readonly workflow: string | undefined }): Start[] {
  return workflow === undefined || workflow === '' ? [] : [{ ...start, workflow }]
}

/**
 * Errors for starts whose input can never match the input schema of the started workflow: a required field is missing,
 * or a written value has the wrong type. Values of expressions are known only at run time.
 */
export function checkStarts(steps: readonly Step[], schemas: InputSchemas, source: SourceIndex): readonly Problem[] {
  return starts(steps).flatMap((start) => {
    const schema = schemas.get(start.workflow)
    return schema === undefined || schema === null ? [] : problemsOfStart(start, schema, source)
  })
}

function problemsOfStart(start: Start, schema: JsonSchema, source: SourceIndex): readonly Problem[] {
  const { input = {}, workflow, path, step } = start
  if (typeof input === 'string' && input.includes('{{')) return []
  if (!isJsonObject(input)) {
    const message = `The input of ${workflow} must be an object.`
    return [problemAt(source, { code: 'SUB_INPUT_INVALID', message, severity: 'error', path, step })]
  }
  const missing = requiredOf(schema).flatMap((field) => {
    if (Object.hasOwn(input, field)) return []
    const message = `${workflow} needs the input ${field}. Set it.`
    return [problemAt(source, { code: 'SUB_INPUT_MISSING', message, severity: 'error', path: [...path, field], step })]
  })
  return [...missing, ...wrongValues(start, input, schema, source)]
}

/** The fields that a schema requires. */
export function requiredOf(schema: JsonSchema): readonly string[] {
  const { required } = schema
  return isJsonList(required) ? required.filter((field) => typeof field === 'string') : []
}

function wrongValues(
  { workflow, path, step }: Start,
  input: JsonObject,
  schema: JsonSchema,
  source: SourceIndex,
): readonly Problem[] {
  const properties = objectOf(schema.properties)
  const at = (field: string, code: string, message: string) =>
    problemAt(source, { code, message, severity: 'error', path: [...path, field], step })
  return Object.entries(input).flatMap(([field, value]) => {
    const expected = Object.hasOwn(properties, field) ? properties[field] : undefined
    if (expected === undefined) {
      const isRefused = schema.additionalProperties === false
      return isRefused ? [at(field, 'SUB_INPUT_UNKNOWN', `${workflow} has no input ${field}. Remove it.`)] : []
    }
    if (!isJsonObject(expected) || hasExpression(value)) return []
    const [error] = validateJson({ ...definitionsOf(schema), ...expected }, value)
    if (error === undefined) return []
    const where = error.path === '' ? field : `${field}.${error.path}`
    return [at(field, 'SUB_INPUT_INVALID', `The input ${where} of ${workflow} does not match: ${error.message}`)]
  })
}

/** What `$ref` may lead to. */
function definitionsOf({ $defs, definitions }: JsonSchema): JsonObject {
  return { ...($defs !== undefined && { $defs }), ...(definitions !== undefined && { definitions }) }
}

function hasExpression(value: Json): boolean {
  if (typeof value === 'string') return value.includes('{{')
  if (isJsonList(value)) return value.some(hasExpression)
  return isJsonObject(value) && Object.values(value).some(hasExpression)
}

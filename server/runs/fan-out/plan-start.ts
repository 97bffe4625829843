import { validateJson } from '#core/definition/schema/json-schema.ts'
import { type JsonObject, objectOf } from '#core/json.ts'
import { type AskedEntry, type AskedFanOut, askedFanOut } from '#core/run/fan-out/asked-fan-out.ts'
import { FAN_OUT, type FanOut, type FanOutEntry } from '#core/run/fan-out/fan-out.ts'
import { judgedInput } from '#core/run/fan-out/own-input.ts'
import type { OwnedStartRequest } from '#core/run/start/create.ts'
import type { Actor } from '#server/access/actor.ts'
import { reachesWorkflow } from '#server/access/workflow-scope.ts'
import type { RunnableDefinition } from '#server/engine/definitions.ts'
import { isArchived } from '#server/engine/store/definitions.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'
import { workflowNotFound } from '../../workflows/workflow-not-found.ts'
import { refuseBeyondQuota } from '../refuse-beyond-quota.ts'
import { findRegenerated } from './find-regenerated.ts'
import { keepDefinition } from './keep-definition.ts'

/**
 * The start that a request asks for: an ordinary one, or that of a run with several variants. Everything is checked
 * before anything starts: what each variant runs, its version and its input. An unknown workflow stays in the request,
 * and the start refuses it. Throws the refusals of `askedFanOut`, and `NOT_FOUND`, `ARCHIVED`, `INVALID_INPUT`,
 * `OUT_OF_RANGE`, `QUOTA_EXCEEDED`. The runs of a fan-out are counted by the quota of the owner when this returns.
 */
export async function planStart(stores: Stores, actor: Actor, request: OwnedStartRequest): Promise<OwnedStartRequest> {
  const { variants, bundle, ...plain } = request
  const input = objectOf(request.input)
  const own = await definitionOf(stores, request)
  const read = askedFanOut({ input, variants, bundle }, own?.definition ?? null)
  if (!read.ok) throw new ApiError(read.refusal.code, read.refusal.message, read.refusal.field)
  const { asked, ...found } = read.value
  if (own === null) return plain
  const regenerates = found.regenerates && (await findRegenerated(stores, actor, found.regenerates))
  const start = { ...plain, input: found.input, ...(regenerates && { regenerates }) }
  if (asked.kind === 'run') return start
  const many = asked.kind === 'variants' ? asked.count : asked.entries.length
  if (many > 1 && request.drive === 'manual') {
    const message = 'A run that is stepped through by hand is one run. Leave out drive, or start the runs one by one.'
    throw new ApiError('KEYS_EXCLUSIVE', message, 'drive')
  }
  if (asked.kind === 'variants') {
    if (many === 1) return start
    refuseMisfit(own, found.input, 'input')
    const entry: FanOutEntry = { workflow: request.workflow, version: own.version }
    const entries = Array.from({ length: many }, () => entry)
    const failFast = request.failFast ?? own.definition.fail_fast
    return fannedOut(stores, actor, { ...start, failFast }, { kind: 'variants', own, entries })
  }
  const entries = await Promise.all(asked.entries.map((entry) => checkedEntry(stores, actor, request, entry, found)))
  const [only] = asked.entries
  if (only !== undefined && entries.length === 1) {
    const { workflow, version, kind } = only
    return { ...start, workflow, version, kind, input: inputOf(only, found) }
  }
  const bundled = { ...found.input, bundle: asked.entries.map((entry) => entryObject(entry, found)) }
  return fannedOut(stores, actor, { ...start, input: bundled }, { kind: 'bundle', own, entries })
}

function definitionOf({ engine: { definitions } }: Stores, { ownerId, workflow, version }: OwnedStartRequest) {
  if (version === undefined) return definitions.latest(ownerId, workflow)
  return definitions.find(ownerId, workflow, version)
}

interface Fanned extends Pick<FanOut, 'kind' | 'entries'> {
  /** The workflow under whose name the run is shown. */
  readonly own: RunnableDefinition
}

async function fannedOut(
  stores: Stores,
  actor: Actor,
  { saga, ...start }: OwnedStartRequest,
  { own, kind, entries }: Fanned,
): Promise<OwnedStartRequest> {
  const { workflow, ownerId, failFast } = start
  const options = { ...(saga !== undefined && { saga }), ...(failFast !== undefined && { fail_fast: failFast }) }
  const fanOut = { kind, workflow, version: own.version, entries, options }
  // A refused start writes nothing, so the quota comes before the definition is kept.
  refuseBeyondQuota(await stores.engine.starter.admit({ ownerId, fanOut }))
  return {
    ...start,
    workflow: FAN_OUT,
    version: await keepDefinition(stores, actor, ownerId, { kind, entries }),
    fanOut,
  }
}

/** The entry with its pinned version, once its workflow and its input are checked. */
async function checkedEntry(
  stores: Stores,
  actor: Actor,
  { ownerId }: OwnedStartRequest,
  entry: AskedEntry,
  found: Pick<AskedFanOut, 'input'>,
): Promise<FanOutEntry> {
  const { workflow, version, kind, field } = entry
  const named = `${field}.workflow_name`
  if (!reachesWorkflow(actor, workflow)) throw workflowNotFound(workflow, named)
  const definition = await definitionOf(stores, { workflow, version, ownerId } as OwnedStartRequest)
  if (definition === null) {
    if (version === undefined) throw workflowNotFound(workflow, named)
    throw new ApiError('NOT_FOUND', `${workflow} has no version ${version}.`, `${field}.version`)
  }
  if (await isArchived(stores.pool, ownerId, workflow)) {
    throw new ApiError('ARCHIVED', `${workflow} is archived. Restore it to run it.`, named)
  }
  refuseMisfit(definition, inputOf(entry, found), `${field}.input`)
  return { workflow, version: definition.version, ...(kind !== undefined && { kind }) }
}

/** The input of an entry's run, with what the request regenerates. */
function inputOf({ input }: AskedEntry, { input: { regenerate } }: Pick<AskedFanOut, 'input'>): JsonObject {
  return regenerate === undefined ? input : { ...input, regenerate }
}

/** An entry in the input of the run that starts it, where the generated step finds its input. */
function entryObject(entry: AskedEntry, found: Pick<AskedFanOut, 'input'>): JsonObject {
  const { workflow, version, kind } = entry
  return {
    workflow_name: workflow,
    input: inputOf(entry, found),
    ...(kind !== undefined && { kind }),
    ...(version !== undefined && { version }),
  }
}

function refuseMisfit({ definition }: RunnableDefinition, input: JsonObject, field: string): void {
  const { input_schema: schema } = definition
  const errors = schema === undefined ? [] : validateJson(schema, judgedInput(definition, input))
  const [first] = errors
  if (first === undefined) return
  const at = first.path === '' ? field : `${field}.${first.path}`
  const message = `The input does not match the workflow's schema: ${at}: ${first.message}`
  throw new ApiError('INVALID_INPUT', message, at, errors)
}

import { z } from 'zod'
import type { Concurrency } from '#core/definition/concurrency.ts'
import { type Envelope, rollsBackWhenPossible } from '#core/definition/envelope.ts'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { objectPayload, payload } from '../payload-input.ts'
import type { Drive } from '../words.ts'
import { workflowIdReuses } from './workflow-id.ts'

/**
 * The request to start a run, once for every way in: REST, tRPC, the command line and the engine. An option is one entry
 * of `startOptions`; whatever a run remembers of it is in `StoredOptions`, and its column in
 * `server/engine/store/run-columns.ts`. For an absent option, the definition or the default decides.
 */
export interface StartRequest extends Omit<StartOptions, 'input'> {
  readonly workflow: string
  /** The latest when absent. */
  readonly version?: number | undefined
  readonly input: Json
  /** The same key of the same owner and actor starts one run, and always returns that one. */
  readonly idempotencyKey?: string | undefined
  /** Invalid input is no refusal: the run is recorded, and ends as FAILED_SAFE with all reasons. */
  readonly recordInvalid?: true | undefined
}

const ownerWord = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/, 'Use at most 64 letters, digits and _ . -')

const text = { type: 'string', minLength: 1 }
/** The entries of a bundle as the OpenAPI document shows them; each names its workflow by one of the two names. */
const bundleOnWire = {
  type: 'array',
  minItems: 1,
  maxItems: limits.fanOut.variants,
  items: {
    type: 'object',
    additionalProperties: false,
    properties: {
      workflow_name: text,
      name: text,
      input: { type: 'object', additionalProperties: true },
      kind: text,
      version: { type: 'integer', minimum: 1 },
    },
  },
}

/** The options of a start, by their names in this code; `wireName` says how programs spell them. */
export const startOptions = {
  input: objectPayload,
  /** The caller's own state, echoed with the outcome. */
  clientState: payload.optional(),
  drive: z.enum(['auto', 'manual']).optional(),
  saga: z.boolean().optional(),
  failFast: z.boolean().optional(),
  tags: z.array(z.string().min(1).max(100)).max(limits.run.tags).readonly().optional(),
  priority: z.int().min(-100).max(100).optional(),
  /** Fan-out: how many runs of the workflow, or which runs of several workflows. Judged by `askedFanOut`. */
  variants: z
    .custom<Json>((value) => value !== undefined)
    .meta({ wire: { type: 'integer', minimum: 1, maximum: limits.fanOut.variants } })
    .optional(),
  bundle: payload.meta({ wire: bundleOnWire }).optional(),
  /** The caller's own id of the work: at most one run of an owner that has not ended has it. */
  workflowId: z.string().min(1).max(limits.text.name).optional(),
  /** Whether an id may be used again whose last run has ended; always by default. */
  workflowIdReuse: z.enum(workflowIdReuses).optional(),
  /** Allowed only for an actor who may act for that owner. */
  ownerId: ownerWord.optional(),
  dataRegion: ownerWord.optional(),
}
export type StartOptions = Readonly<z.output<z.ZodObject<typeof startOptions>>>

/** Defaults of a start for absent options that no definition decides. */
export const startDefaults = { drive: 'auto', tags: [] as readonly string[], priority: 0 } as const

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : ''
type WireName<Name extends string> = Name extends 'clientState' ? 'state' : Snake<Name>

function wireName(name: string): string {
  return name === 'clientState' ? 'state' : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** A start's options as a program sends them: the body of `POST /v1/workflows/run`. An input may still be refused. */
export type StartBody = {
  readonly [Name in Exclude<keyof StartOptions, 'input'> as WireName<Name>]?: Exclude<StartOptions[Name], undefined>
} & { readonly input?: Json }

export const startBodyNames: readonly string[] = Object.keys(startOptions).map(wireName)

const wireShape = Object.fromEntries(
  Object.entries({ ...startOptions, input: objectPayload.default({}) }).map(([name, schema]) => [
    wireName(name),
    schema,
  ]),
)

/** The codec of the wire: checks a body and returns the options by their names in this code. */
export const startBody: z.ZodType<StartOptions> = z.strictObject(wireShape).transform(optionsOf)

/** The codec of a body with fields beside those of a start; each keeps its name. */
export function startBodyWith<More extends z.ZodRawShape>(
  more: More,
): z.ZodType<StartOptions & z.output<z.ZodObject<More>>> {
  return z.strictObject({ ...wireShape, ...more }).transform((body) => {
    const given: Readonly<Record<string, unknown>> = body
    const kept = Object.fromEntries(Object.keys(more).map((name) => [name, given[name]]))
    return { ...optionsOf(given), ...kept } as StartOptions & z.output<z.ZodObject<More>>
  })
}

function optionsOf(body: Readonly<Record<string, unknown>>): StartOptions {
  const names = Object.keys(startOptions).filter((name) => body[wireName(name)] !== undefined)
  return Object.fromEntries(names.map((name) => [name, body[wireName(name)]])) as StartOptions
}

/** The part of a run's header that its options decide, as the first event stores it. */
export interface StoredOptions {
  /** The caller's opaque `state`, echoed on the outcome. */
  readonly client_state?: Json
  readonly drive: Drive
  readonly saga: boolean
  readonly fail_fast: boolean
  readonly tags: readonly string[]
  readonly priority: number
}

/** Options that the definition decides when the request does not. */
export interface DefinitionOptions {
  readonly saga_enabled: boolean
  readonly fail_fast: boolean
  readonly envelope?: Envelope | undefined
  readonly concurrency?: Concurrency | undefined
  /** Absent for a definition that is made of steps. */
  readonly kind?: 'code' | undefined
}

/** Whether a failed run is rolled back, unless the request says otherwise. */
export function sagaOf({ saga_enabled, envelope }: DefinitionOptions): boolean {
  return saga_enabled || rollsBackWhenPossible(envelope)
}

type RequestedOptions = Omit<
  StartOptions,
  'input' | 'ownerId' | 'dataRegion' | 'variants' | 'bundle' | 'workflowId' | 'workflowIdReuse'
>

export function storedOptions(request: RequestedOptions, definition: DefinitionOptions): StoredOptions {
  return {
    ...(request.clientState !== undefined && { client_state: request.clientState }),
    drive: request.drive ?? startDefaults.drive,
    saga: request.saga ?? sagaOf(definition),
    fail_fast: request.failFast ?? definition.fail_fast,
    tags: request.tags ?? startDefaults.tags,
    priority: request.priority ?? startDefaults.priority,
  }
}

/** The options with which a run is repeated: its own, except for options that its definition decided. */
export function repeatedOptions(header: StoredOptions, definition: DefinitionOptions): RequestedOptions {
  return {
    clientState: header.client_state,
    drive: header.drive,
    saga: header.saga === sagaOf(definition) ? undefined : header.saga,
    failFast: header.fail_fast === definition.fail_fast ? undefined : header.fail_fast,
    tags: header.tags,
    priority: header.priority,
  }
}

/** The options of a child run, which are its parent's; a child always runs on auto. */
export function inheritedOptions({
  tags,
  priority,
}: StoredOptions): Pick<StoredOptions, 'drive' | 'tags' | 'priority'> {
  return { drive: 'auto', tags, priority }
}

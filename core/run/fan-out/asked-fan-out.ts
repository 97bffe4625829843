import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { type AskedRegeneration, readRegeneration } from './asked-regeneration.ts'
import { type Declared, fanOutWords, isOwnInput, isText, isWhole, type Read, refuse } from './own-input.ts'

/** One run of a fan-out as a request asks for it; `field` is the caller's name of the entry. */
export interface AskedEntry {
  readonly workflow: string
  readonly version?: number
  readonly kind?: string
  readonly input: JsonObject
  readonly field: string
}

/** What a start asks for beside an ordinary run. */
export interface AskedFanOut {
  /** The input without `variants`, and without `bundle` where that asks for one run. */
  readonly input: JsonObject
  readonly asked:
    | { readonly kind: 'run' }
    | { readonly kind: 'variants'; readonly count: number; readonly field: string }
    | { readonly kind: 'bundle'; readonly entries: readonly AskedEntry[]; readonly field: string }
  readonly regenerates?: AskedRegeneration
}

/** A request that the fan-out is read from: its input, and the two keys beside it. */
export interface FanOutRequest {
  readonly input: JsonObject
  readonly variants?: Json | undefined
  readonly bundle?: Json | undefined
}

/** Whether the request may ask for more than an ordinary run. Cheap, because every start is asked. */
export function mayFanOut({ input, variants, bundle }: FanOutRequest): boolean {
  return variants !== undefined || bundle !== undefined || fanOutWords.some((word) => Object.hasOwn(input, word))
}

/** Reads what a start asks for; `definition` is that of the named workflow, null if it is unknown. */
export function askedFanOut(request: FanOutRequest, definition: Declared | null): Read<AskedFanOut> {
  const found = {
    variants: locationsOf(request, definition, 'variants'),
    bundle: locationsOf(request, definition, 'bundle'),
  }
  const [variants, second] = found.variants
  const [bundle, secondBundle] = found.bundle
  const twice = second ?? secondBundle
  if (twice !== undefined) {
    return refuse('KEYS_EXCLUSIVE', twice.field, `${twice.field} repeats ${last(twice.field)}. Send it in one place.`)
  }
  if (variants !== undefined && bundle !== undefined) {
    const message = 'variants repeats one workflow, bundle starts several. Send one of them.'
    return refuse('KEYS_EXCLUSIVE', bundle.field, message)
  }
  const regenerates = readRegeneration(request.input, definition)
  if (!regenerates.ok) return regenerates
  const input = without(request.input, [variants, bundle])
  const lineage = regenerates.value === undefined ? {} : { regenerates: regenerates.value }
  if (variants !== undefined) {
    const count = readCount(variants)
    if (!count.ok) return count
    return {
      ok: true,
      value: { input, asked: { kind: 'variants', count: count.value, field: variants.field }, ...lineage },
    }
  }
  if (bundle === undefined) return { ok: true, value: { input, asked: { kind: 'run' }, ...lineage } }
  const other = Object.keys(input).find((key) => key !== 'regenerate' || lineage.regenerates === undefined)
  if (other !== undefined) {
    const message = `Each entry of a bundle has an input of its own. Move ${other} into the entries that need it.`
    return refuse('KEYS_EXCLUSIVE', `input.${other}`, message)
  }
  const entries = readEntries(bundle)
  if (!entries.ok) return entries
  return {
    ok: true,
    value: { input, asked: { kind: 'bundle', entries: entries.value, field: bundle.field }, ...lineage },
  }
}

interface Location {
  readonly field: string
  readonly value: Json
}

/** The locations of a key: beside the input, always; and in the input, unless the workflow means something else by it. */
function locationsOf(
  request: FanOutRequest,
  definition: Declared | null,
  word: 'variants' | 'bundle',
): readonly Location[] {
  const beside = request[word]
  const inInput = Object.hasOwn(request.input, word) && !isOwnInput(definition, word)
  return [
    ...(beside === undefined ? [] : [{ field: word, value: beside }]),
    ...(inInput ? [{ field: `input.${word}`, value: request.input[word] as Json }] : []),
  ]
}

function without(input: JsonObject, locations: readonly (Location | undefined)[]): JsonObject {
  const gone = new Set(
    locations.flatMap((location) => (location?.field.startsWith('input.') ? [last(location.field)] : [])),
  )
  return Object.fromEntries(Object.entries(input).filter(([key]) => !gone.has(key)))
}

const last = (field: string): string => field.slice(field.lastIndexOf('.') + 1)
const most = limits.fanOut.variants

function readCount({ field, value }: Location): Read<number> {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return { ok: true, value }
  return refuse('OUT_OF_RANGE', field, `Ask for 1 to ${most} variants, as a whole number.`)
}

function readEntries({ field, value }: Location): Read<readonly AskedEntry[]> {
  if (!Array.isArray(value) || value.length === 0 || value.length > most) {
    return refuse('OUT_OF_RANGE', field, `A bundle is a list of 1 to ${most} entries.`)
  }
  const entries: AskedEntry[] = []
  for (const [index, entry] of (value as readonly Json[]).entries()) {
    const read = readEntry(entry, `${field}.${index}`)
    if (!read.ok) return read
    entries.push(read.value)
  }
  return { ok: true, value: entries }
}

const entryKeys = ['workflow_name', 'name', 'input', 'kind', 'version']

function readEntry(entry: Json, field: string): Read<AskedEntry> {
  if (!isJsonObject(entry)) return refuse('BAD_REQUEST', field, 'An entry is an object with workflow_name and input.')
  const unknown = Object.keys(entry).find((key) => !entryKeys.includes(key))
  if (unknown !== undefined) return refuse('BAD_REQUEST', `${field}.${unknown}`, `Unknown field ${unknown}.`)
  const { workflow_name, name, input = {}, kind, version } = entry
  if (workflow_name !== undefined && name !== undefined) {
    return refuse('KEYS_EXCLUSIVE', `${field}.name`, 'name and workflow_name mean the same. Send one of them.')
  }
  const workflow = workflow_name ?? name
  const named = `${field}.${workflow_name === undefined && name !== undefined ? 'name' : 'workflow_name'}`
  if (workflow === undefined) return refuse('BAD_REQUEST', named, 'Name the workflow that this entry runs.')
  if (typeof workflow !== 'string') return refuse('BAD_REQUEST', named, 'The name of a workflow is a text.')
  if (!isJsonObject(input)) return refuse('BAD_REQUEST', `${field}.input`, 'An object is required.')
  if (kind !== undefined && !isText(kind, limits.fanOut.kindCharacters)) {
    return refuse('BAD_REQUEST', `${field}.kind`, `A kind has 1 to ${limits.fanOut.kindCharacters} characters.`)
  }
  if (version !== undefined && !isWhole(version, 1, 2_147_483_647)) {
    return refuse('OUT_OF_RANGE', `${field}.version`, 'A version is a whole number from 1.')
  }
  return {
    ok: true,
    value: {
      workflow,
      input,
      field,
      ...(kind !== undefined && { kind: kind as string }),
      ...(version !== undefined && { version: version as number }),
    },
  }
}

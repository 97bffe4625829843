import { catalogue } from '#core/definition/catalogue.ts'
import { noResults, outputOf, type ResultTypes } from '#core/definition/check/output-type.ts'
import type { Definition, Step } from '#core/definition/definition.ts'
import { allSteps } from '#core/definition/inner-lists.ts'
import { alternatives } from '#core/expression/check/types.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { isWholeStep } from './edits/raw/raw-step.ts'
import { renameReferences } from './edits/rename/rename-reference.ts'
import type { Notes } from './notes.ts'

/** A search result. */
export interface FoundStep {
  /** The step: the workflow's own, or an inner one. */
  readonly step: string
  /** `name`, `type`, `note`, or the key of the match; within a named item preceded by the item's name. */
  readonly field: string
  /** The words around what was found. */
  readonly excerpt: string
}

const around = 32

/**
 * Steps, inner ones included, whose name, type, note or any value (expressions, templates, code, functions) contains
 * all words of a search; matches by name first, then in the order of the text. `uses Check` finds the readers of the
 * result of step Check; `results` gives the return types of functions for it.
 */
export function findSteps(
  definition: Definition,
  notes: Notes,
  search: string,
  results: ResultTypes = noResults,
): readonly FoundStep[] {
  const uses = /^uses?[ :]+(\S.*)$/i.exec(search.trim())?.[1]?.trim()
  const steps = allSteps(definition.steps)
  const giver = uses === undefined ? undefined : steps.find(({ name }) => name.toLowerCase() === uses.toLowerCase())
  if (giver !== undefined) return usersOf(steps, giver, results)
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return []
  const found = steps.flatMap((step): FoundStep[] => {
    const places = placesIn(step, notes.ofSteps.get(step.name)?.text)
    const all = places.map(({ text }) => text.toLowerCase())
    if (!words.every((word) => all.some((text) => text.includes(word)))) return []
    const first = words[0] as string
    const { field, text } = places[all.findIndex((place) => place.includes(first))] as SearchableText
    return [{ step: step.name, field, excerpt: excerpt(text, first) }]
  })
  return [...found.filter(isByName), ...found.filter((hit) => !isByName(hit))]
}

function isByName({ field }: FoundStep): boolean {
  return field === 'name'
}

/** Steps that read the result of one step: as `steps.<name>`, or from the state field that it is written to. */
function usersOf(steps: readonly Step[], giver: Step, results: ResultTypes): readonly FoundStep[] {
  const keys = writtenKeys(giver, results)
  return steps.flatMap((step): FoundStep[] => {
    if (step.name === giver.name) return []
    const found = placesIn(step, undefined).find(({ text }) => readsState(text, keys))
    if (found !== undefined) return [{ step: step.name, field: found.field, excerpt: excerpt(found.text, 'state') }]
    if (!referencedSteps(step).has(giver.name)) return []
    const places = placesIn(step, undefined)
    const { field, text } = places.find(
      (place) => /\bsteps\b/.test(place.text) && place.text.includes(giver.name),
    ) as SearchableText
    return [{ step: step.name, field, excerpt: excerpt(text, giver.name) }]
  })
}

/** Names of the steps whose results a step reads. */
function referencedSteps(step: Step): ReadonlySet<string> {
  const names = new Set<string>()
  renameReferences(step as unknown as JsonObject, {
    get(name) {
      names.add(name)
      return undefined
    },
  })
  return names
}

/**
 * State fields that a step writes, as far as they are known: without an `output_key` the fields of its result are
 * merged.
 */
function writtenKeys(step: Step, results: ResultTypes): readonly string[] {
  const set = step.type === 'TRANSFORM' ? Object.keys(step.set) : []
  if (step.output_key !== undefined) return [step.output_key, ...set]
  const fields = alternatives(outputOf(step, results)).flatMap((type) =>
    type.kind === 'object' ? Object.keys(type.fields) : [],
  )
  return [...set, ...fields]
}

function readsState(text: string, keys: readonly string[]): boolean {
  return keys.some((key) => {
    const name = key.replace(/[^\w.]/g, '\\$&').replaceAll('.', '\\s*\\.\\s*')
    return new RegExp(`\\bstate\\s*(?:\\.\\s*${name}|\\[\\s*["']${name}["']\\s*\\])(?![\\w])`).test(text)
  })
}

interface SearchableText {
  readonly field: string
  readonly text: string
}

function placesIn(step: Step, note: string | undefined): readonly SearchableText[] {
  const type = step.type === 'UNKNOWN' ? step.written_type : `${catalogue[step.type].label} ${step.type}`
  const { name, type: _type, ...fields } = step
  return [
    { field: 'name', text: name },
    { field: 'type', text: type },
    ...(note === undefined ? [] : [{ field: 'note', text: note }]),
    ...Object.entries(fields).flatMap(([key, value]) => textsIn(key, value as Json)),
  ]
}

/** Keys of inner lists of steps, which are searched as steps. */
const listsOfSteps: ReadonlySet<string> = new Set(['loop_body', 'task', 'steps_to_insert'])

function textsIn(field: string, value: Json): readonly SearchableText[] {
  if (listsOfSteps.has(field)) return []
  if (typeof value === 'string') return [{ field, text: value }]
  if (isJsonList(value)) {
    const items = field === 'tasks' ? value.filter((item) => !isWholeStep(item)) : value
    return items.flatMap((item) => textsIn(field, item))
  }
  if (!isJsonObject(value)) return value === null ? [] : [{ field, text: String(value) }]
  const inner = typeof value.name === 'string' ? `${value.name}: ` : ''
  return Object.entries(value).flatMap(([key, item]) => [
    { field: inner + key, text: key },
    ...textsIn(inner + key, item),
  ])
}

function excerpt(text: string, word: string): string {
  const line = text.replace(/\s+/g, ' ')
  const at = Math.max(0, line.toLowerCase().indexOf(word.toLowerCase()))
  const start = Math.max(0, at - around)
  const end = at + word.length + around
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`
}

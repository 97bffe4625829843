import type { Definition, Step } from '#core/definition/definition.ts'
import { branchLists } from '#core/definition/inner-lists.ts'
import { textInQuotes } from '#core/expression/member.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { mapSteps, stepsOf } from '../edits/raw/raw-step.ts'
import { inStrings } from '../edits/rename/expression-places.ts'
import { renameReferences } from '../edits/rename/rename-reference.ts'
import { bareNames } from './bare-names.ts'

/** The place of a step's result on the other side; null where it is not available. */
export type Elsewhere = (step: string) => string | null

export interface Redirected {
  readonly step: JsonObject
  /** The first step whose result is not available there. */
  readonly lost: string | null
}

/** A step of the raw text with its reads of `steps.<name>.output` rewritten for names on the other side. */
export function redirect(step: JsonObject, gone: ReadonlySet<string>, elsewhere: Elsewhere): Redirected {
  const marks = new Map([...gone].map((name, index) => [name, `${markWord}${index}_`] as const))
  const names = [...marks.keys()]
  let lost: string | null = null
  const [renamed] = stepsOf(mapSteps({ steps: [step] }, (each) => renameReferences(each, marks)))
  const changed = inStrings(renamed as Json, (text) =>
    text.replace(marked, (match, number: string, output: string | undefined) => {
      const name = names[Number(number)] as string
      const place = output === undefined ? null : elsewhere(name)
      if (place === null) lost ??= name
      return place ?? match
    }),
  )
  for (const code of scriptsOf(step)) lost ??= nameAfterSteps(code, names)
  return { step: lost === null ? (changed as JsonObject) : step, lost }
}

/** The scripts of the step and of its inner steps. */
function scriptsOf(step: JsonObject): readonly string[] {
  return stepsAt(step).flatMap(({ code }) => (typeof code === 'string' ? [code] : []))
}

/** A step of the raw text and its inner steps. */
export function stepsAt(step: JsonObject): readonly JsonObject[] {
  const found: JsonObject[] = []
  mapSteps({ steps: [step] }, (each) => {
    found.push(each)
    return each
  })
  return found
}

/** The reads of a script may be uncertain: any name after `steps` on a line may be the name of a step. */
function nameAfterSteps(code: string, names: readonly string[]): string | null {
  const text = Array.from(code.matchAll(/\bsteps\b(.*)/g), ([, behind]) => behind).join('\n')
  const words = new Set(text.match(/\w+/g))
  return names.find((name) => (/\W/.test(name) ? text.includes(name) : words.has(name))) ?? null
}

const markWord = 'moved_step_'
const marked = /steps\s*(?:\.\s*|\[\s*["'])moved_step_(\d+)_(?:["']\s*\])?(\s*\.\s*output\b)?/g

/** The state key that holds the result of this step only; null where there is none. */
export function ownKey(definition: Definition, name: string): string | null {
  const step = definition.steps.find((other) => other.name === name)
  const key = step?.type === 'TRANSFORM' ? undefined : step?.output_key
  // A key with a dot is a field within a value that other steps write to as well.
  if (key === undefined || key === '' || key.includes('.')) return null
  return definition.steps.some((other) => other !== step && writesTo(other, key)) ? null : key
}

function writesTo(step: Step, key: string): boolean {
  return writtenKeys(step).includes(key)
}

/** State fields that a step, or a step of its body, declares to write. */
export function writtenKeys(step: Step): readonly string[] {
  const own = step.output_key === undefined ? [] : [step.output_key]
  const paths = step.type === 'TRANSFORM' ? Object.keys(step.set) : own
  const inner = step.type === 'PARALLEL' ? branchLists(step).flatMap(({ steps }) => steps) : []
  const within = (step.type === 'LOOP' ? step.loop_body : inner).flatMap(writtenKeys)
  return [...paths.map((path) => path.split('.')[0] as string), ...within]
}

/** Behind a value: `.name`, `?.name`, `["name"]`. */
const field = String.raw`\s*(?:\??\.\s*([A-Za-z_]\w*)|(?:\?\.\s*)?\[\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*\])`
const ofStateOrInput = new RegExp(String.raw`\b(?:state|input)${field}`, 'g')
const ofInput = new RegExp(String.raw`(?<![\w.])input${field}`, 'g')

/** Fields of the state that steps read by name, with `state` or `input` in front or bare, for the schema of the input. */
export function readFields(steps: readonly JsonObject[]): string[] {
  return [...new Set([...fieldsRead(steps, ofStateOrInput), ...steps.flatMap(bareNames)])]
}

/** Fields of the workflow's input that a step reads by name. */
export function inputFields(step: JsonObject): string[] {
  return fieldsRead([step], ofInput)
}

function fieldsRead(steps: readonly Json[], pattern: RegExp): string[] {
  const found = new Set<string>()
  const search = (value: Json): void => {
    if (typeof value === 'string') addFields(value, pattern, found)
    else if (isJsonList(value)) for (const item of value) search(item)
    else if (isJsonObject(value)) for (const item of Object.values(value)) search(item)
  }
  for (const step of steps) search(step)
  return [...found]
}

function addFields(text: string, pattern: RegExp, found: Set<string>): void {
  for (const [, name, quoted = ''] of text.matchAll(pattern)) {
    const key = name ?? textInQuotes(quoted)
    if (key !== null) found.add(key)
  }
}

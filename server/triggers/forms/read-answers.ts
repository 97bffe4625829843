import type { FileValue } from '#core/definition/files/file-value.ts'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { parseStrictJson } from '#core/strict-json.ts'
import type { FormField, FormSection } from './form-fields.ts'

/** What a person has entered, by the names of the controls, in the order of the page. */
export type Answers = ReadonlyMap<string, readonly string[]>

export type ReadAnswers =
  | { readonly ok: true; readonly input: JsonObject }
  /** Problems by the names of the fields. */
  | { readonly ok: false; readonly problems: ReadonlyMap<string, string> }

/** The body of a form as the browser encodes it, or the parameters of its address. */
export function answersOf(pairs: URLSearchParams): Answers {
  return new Map([...new Set(pairs.keys())].map((name) => [name, pairs.getAll(name)]))
}

/**
 * The input of a run from what was entered. An empty field is left out; other names than those of the fields are ignored.
 * `files` are the stored files, by the names of their fields.
 */
export function readAnswers(
  sections: readonly FormSection[],
  answers: Answers,
  files: ReadonlyMap<string, FileValue> = new Map(),
): ReadAnswers {
  const problems = new Map<string, string>()
  const input: { [key: string]: Json } = {}
  for (const field of sections.flatMap(({ fields }) => fields)) {
    const file = files.get(field.name)
    const value =
      field.control === 'file'
        ? file && { value: { ...file } }
        : enteredValue(
            field,
            (answers.get(field.name) ?? []).filter((text) => text.trim() !== ''),
          )
    if (typeof value === 'object') setAt(input, field.path, value.value)
    else if (value !== undefined) problems.set(field.name, value)
    else if (field.isRequired) problems.set(field.name, 'Fill in this field.')
  }
  return problems.size > 0 ? { ok: false, problems } : { ok: true, input }
}

/** The value of a field; undefined where nothing was entered, or a sentence about what is wrong. */
function enteredValue(
  { control, options }: FormField,
  entered: readonly string[],
): { readonly value: Json } | string | undefined {
  const [first] = entered
  // A box that is not ticked is not sent at all.
  if (control === 'yes_no') return { value: first !== undefined }
  if (first === undefined) return undefined
  switch (control) {
    case 'number':
    case 'integer': {
      const value = Number(first.trim())
      return Number.isFinite(value) ? { value } : 'Enter a number.'
    }
    case 'choice':
      return optionOf(options, first)
    case 'choices': {
      const chosen = entered.map((text) => optionOf(options, text))
      const wrong = chosen.find((one) => typeof one === 'string')
      return wrong ?? { value: chosen.flatMap((one) => (typeof one === 'string' ? [] : [one.value])) }
    }
    case 'lines':
      return { value: first.split(/\r\n?|\n/).flatMap((line) => (line.trim() === '' ? [] : [line.trim()])) }
    case 'long_text':
      return { value: first.replaceAll(/\r\n?/g, '\n') }
    case 'json': {
      const parsed = parseStrictJson(first)
      return parsed.ok ? { value: parsed.value } : `This is not JSON: ${parsed.message}`
    }
    default:
      return { value: first }
  }
}

/** Options are sent by their place: a text and a number may look alike. */
function optionOf(options: readonly Json[], sent: string): { readonly value: Json } | string {
  const value = /^\d{1,4}$/.test(sent) ? options[Number(sent)] : undefined
  return value === undefined ? 'Choose one of the options.' : { value }
}

function setAt(whole: { [key: string]: Json }, path: readonly string[], value: Json): void {
  const [key = '', ...rest] = path
  const define = (next: Json) =>
    Object.defineProperty(whole, key, { value: next, enumerable: true, configurable: true, writable: true })
  if (rest.length === 0) {
    define(value)
    return
  }
  if (!Object.hasOwn(whole, key) || !isJsonObject(whole[key])) define({})
  setAt(whole[key] as { [key: string]: Json }, rest, value)
}

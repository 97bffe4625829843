import { isJsonList, isJsonObject, type Json, type JsonObject, objectOf } from '#core/json.ts'
import { pathFrom } from '../path-from.ts'
import { asText, orUsual, type Value } from './expression/value.ts'

/** A declared input of a run. */
interface Input {
  readonly name: string
  readonly type: 'text' | 'number' | 'boolean'
  readonly isRequired: boolean
  /** Default value. */
  readonly usual: string | number | boolean
  readonly options?: readonly string[]
  readonly description?: string
}

const typeOf = (written: Json | undefined): Input['type'] =>
  written === 'boolean' || written === 'number' ? written : 'text'
const nothing = { text: '', number: 0, boolean: false } as const

/** The inputs of manual starts and of callers, in the order of their declaration. */
export function inputsOf(on: Json): readonly Input[] {
  const declared = ['workflow_dispatch', 'workflow_call']
    .map((event) => (isJsonObject(on) ? on[event] : undefined))
    .flatMap((event) => (isJsonObject(event) ? Object.entries(objectOf(event.inputs)) : []))
  return [...new Map(declared)].map(([name, written]): Input => {
    const { type, required, default: usual, options, description } = objectOf(written)
    const own = typeOf(type)
    return {
      name,
      type: own,
      isRequired: required === true,
      usual: usualOf(own, usual) ?? nothing[own],
      ...(isJsonList(options) && { options: options.map(String) }),
      ...(typeof description === 'string' && { description }),
    }
  })
}

/** The default converted to the input's type: `default: '2'` of a number. */
function usualOf(type: Input['type'], written: Json | undefined): Input['usual'] | undefined {
  if (written === undefined || written === null) return undefined
  const text = String(written)
  if (type === 'text') return text
  if (type === 'boolean') return text === 'true'
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined
}

/** The inputs as a JSON Schema; null where none are declared. */
export function inputSchema(on: Json): JsonObject | null {
  const inputs = inputsOf(on)
  if (inputs.length === 0) return null
  const required = inputs.flatMap(({ name, isRequired }) => (isRequired ? [name] : []))
  const properties = inputs.map(({ name, type, options, description, isRequired, usual }): [string, JsonObject] => [
    name,
    {
      type: type === 'text' ? 'string' : type,
      ...(options !== undefined && { enum: options }),
      ...(description !== undefined && { description }),
      ...(isRequired || usual === '' ? {} : { default: usual }),
    },
  ])
  return { type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) }
}

/** An input in an expression: an optional input comes with its default. */
export function inputValue(inputs: readonly Input[], path: readonly string[]): Value | null {
  const input = inputs.find(({ name }) => name === path[0])
  if (input === undefined || path.length > 1) return null
  const { name, type, isRequired, usual, options } = input
  const code = pathFrom('input', [name])
  const known = options === undefined ? {} : { choices: [...options, String(usual)] }
  if (isRequired) return { code, type, ...known }
  const isGiven = /^[A-Za-z_]\w*$/.test(name) ? `has(${code})` : `${JSON.stringify(name)} in input`
  return { ...orUsual({ isThere: isGiven, code, usual }, type), ...known }
}

/** An input as in `github.event.inputs`: always a text. */
export function inputText(inputs: readonly Input[], path: readonly string[]): Value | null {
  const value = inputValue(inputs, path)
  return value && asText(value)
}

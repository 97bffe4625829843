import { isJsonList, type Json, type JsonObject, objectOf } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { References } from './references.ts'
import { inputAt, sampleOf } from './sample-of.ts'

/** The methods of operations, as a document writes them. */
export const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'] as const

/** An operation of a document, as the request of an HTTP step whose values are expressions over the input. */
export interface ApiOperation {
  /** Its operationId, or its method and path. */
  readonly id: string
  readonly title: string
  readonly method: string
  /** The path with expressions in the place of its parameters. */
  readonly path: string
  readonly query?: JsonObject
  readonly headers?: JsonObject
  readonly body?: Json
  readonly stepName: string
}

interface OperationSource {
  /** What its path begins with, beside the path of the document. */
  readonly prefix: string
  readonly path: string
  readonly method: (typeof methods)[number]
  /** The keys of the path, shared by its operations. */
  readonly shared: JsonObject
  readonly references: References
}

type ReadOperation =
  | { readonly ok: true; readonly operation: ApiOperation }
  | { readonly ok: false; readonly message: string }

/** Headers that Heddle or the connection writes, and what is no name of a parameter. */
const notWritten: ReadonlySet<string> = new Set([
  '__proto__',
  'accept',
  'authorization',
  'content-length',
  'content-type',
  'host',
])

/** A text with an expression would be evaluated in the step. */
export const hasBraces = (text: string): boolean => /\{\{|\}\}/.test(text)

export function readOperation({ prefix, path, method, shared, references }: OperationSource): ReadOperation {
  const own = objectOf(references.resolve(shared[method]))
  const shown = `${method.toUpperCase()} ${path}`.slice(0, limits.text.name)
  if (!path.startsWith('/')) return { ok: false, message: `${shown}: a path begins with /.` }
  if (hasBraces(path)) return { ok: false, message: `${shown}: a path of a document has no {{ }}.` }
  const parameters = [shared.parameters, own.parameters].flatMap((list) =>
    isJsonList(list)
      ? list.slice(0, limits.connectors.parameters).map((each) => objectOf(references.resolve(each)))
      : [],
  )
  const required = (place: string) => parameters.filter((each) => each.in === place && each.required === true)
  const valuesOf = (place: string) =>
    Object.fromEntries(
      required(place).flatMap(({ name, schema }) =>
        typeof name === 'string' && name.length <= limits.text.name && !notWritten.has(name.toLowerCase())
          ? [[name, sampleOf(schema, [name], references)] as const]
          : [],
      ),
    )
  const body = bodyOf(own, references)
  if (body === 'unsupported') return { ok: false, message: `${shown} takes no JSON, which is what HTTP steps send.` }
  const [query, headers] = [valuesOf('query'), valuesOf('header')]
  const id = textOf(own.operationId) || shown
  return {
    ok: true,
    operation: {
      id,
      title: textOf(own.summary) || shown.slice(0, limits.text.title),
      method: method.toUpperCase(),
      path: prefix + path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => inputAt([name])),
      ...(Object.keys(query).length > 0 && { query }),
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(body !== undefined && { body }),
      stepName: id,
    },
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, limits.text.title) : '')

/** The JSON that an operation takes; undefined where it takes none. */
function bodyOf({ requestBody }: JsonObject, references: References): Json | undefined | 'unsupported' {
  const { content, required } = objectOf(references.resolve(requestBody))
  const types = Object.entries(objectOf(content))
  const json = types.find(([type]) => /^application\/(?:[\w.+-]+\+)?json\b|^\*\/\*/i.test(type))
  if (json !== undefined) return sampleOf(objectOf(json[1]).schema, [], references)
  return types.length > 0 && required === true ? 'unsupported' : undefined
}

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { ApiErrorCode } from '../../api-error.ts'
import { documentedOperations, openApiDocument } from '../rest/openapi/document.ts'
import type { DocumentedOperation } from '../rest/openapi/operation.ts'

/**
 * The check of real answers against the OpenAPI document: the tests of the routes fail where an answer has a shape, a
 * status or an error code that the document does not name.
 */
const document = openApiDocument('test')
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(document, 'document')

/** Operations by method, with longer and more literal paths first: `/keys/current` before `/keys/{id}`. */
const matchers = documentedOperations
  .map((operation) => ({ operation, matches: patternOf(operation.path) }))
  .toSorted((a, b) => literals(b.operation) - literals(a.operation))

/** The length of what a path says itself. */
function literals({ path }: DocumentedOperation): number {
  return path.replace(/\{\w+\}/g, '').length
}

/** The names of workflows alone have slashes. */
function patternOf(path: string): RegExp {
  return new RegExp(
    `^${path
      .replace(/[.]/g, '\\.')
      .replace('{name}', '.+')
      .replace(/\{\w+\}/g, '[^/]+')}$`,
  )
}

/** The documented operation that answers a request; undefined where there is none. */
export function operationAt(method: string, path: string): DocumentedOperation | undefined {
  const asked = method === 'HEAD' ? 'get' : method.toLowerCase()
  return matchers.find(({ operation, matches }) => operation.method === asked && matches.test(path))?.operation
}

const validators = new Map<string, ValidateFunction>()

/** Throws where an answer of a documented route differs from the document. Streams and files are judged by their type. */
export async function expectConforming(method: string, address: string, response: Response): Promise<void> {
  const { pathname } = new URL(address, 'http://heddle')
  const operation = operationAt(method, pathname)
  if (!operation || method === 'HEAD') return
  const said = `${method} ${pathname} answered ${response.status}`
  const responses = responsesOf(operation)
  const documented = responses[response.status]
  if (!documented) throw new Error(`${said}, which the document does not name: ${await response.clone().text()}`)
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
  const content = documented.content ?? {}
  if (Object.keys(content).length === 0 ? type !== '' : !(type in content)) {
    throw new Error(`${said} with the type ${type}, which the document does not name.`)
  }
  // Files are sent at the reader's pace, and some tests stop reading them.
  if (type !== 'application/json' || response.headers.has('content-disposition')) return
  const body: unknown = await response.clone().json()
  const at = `document#/paths/${escaped(operation.path)}/${operation.method}/responses/${response.status}/content/application~1json/schema`
  const validate = validators.get(at) ?? ajv.compile({ $ref: at })
  validators.set(at, validate)
  if (!validate(body)) throw new Error(`${said}, but not in its shape: ${ajv.errorsText(validate.errors)}`)
  const code = response.ok ? undefined : codeOf(body)
  if (code !== undefined && !operation.codes.includes(code as ApiErrorCode)) {
    throw new Error(`${said} with the code ${code}, which the document does not name for ${operation.id}.`)
  }
}

interface Documented {
  readonly content?: Readonly<Record<string, unknown>>
}

function responsesOf({ path, method }: DocumentedOperation): Readonly<Record<string, Documented>> {
  const paths = document.paths as Record<string, Record<string, { responses: Record<string, Documented> }>>
  return paths[path]?.[method]?.responses ?? {}
}

const escaped = (path: string) => encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))

function codeOf(body: unknown): string | undefined {
  return (body as { readonly error?: { readonly code?: string } }).error?.code
}

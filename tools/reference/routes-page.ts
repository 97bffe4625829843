import { allPermissions, permissions } from '#server/access/permissions.ts'
import { documentedOperations, openApiDocument } from '#server/api/rest/openapi/document.ts'
import type { DocumentedOperation } from '#server/api/rest/openapi/operation.ts'
import { code, codes, page, table } from './markdown.ts'

interface Documented {
  readonly parameters: readonly { readonly in: string; readonly name: string; readonly required?: boolean }[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly properties?: object } }>>
  }
}

/** Errors that any route may answer, and that are therefore not repeated for each. */
const common: ReadonlySet<string> = new Set([
  'BAD_REQUEST',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'LOGIN_TOO_OLD',
  'SECOND_FACTOR_NEEDED',
  'TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'UNAVAILABLE',
])

/** Every route of REST, from the declarations that make the OpenAPI document. */
export function routesPage(): string {
  const { paths } = openApiDocument('') as { paths: Record<string, Record<string, Documented>> }
  const tags = [...new Set(documentedOperations.map(({ tag }) => tag))]
  const sections = tags.flatMap((tag) => {
    const own = documentedOperations.filter((operation) => operation.tag === tag)
    const rows = own.map((operation) => row(operation, paths[operation.path]?.[operation.method]))
    return [`## ${tag}`, table(['Route', 'What it does', 'Takes', 'Permission', 'Errors'], rows)]
  })
  return page(
    'Routes',
    'What the routes have in common, and what they mean, is in [REST API](../api.md). The same routes as an OpenAPI document are at `/v1/openapi.json`, and to try at `/docs/api`.',
    `Beside the errors of its row, each route may answer ${codes([...common])}.`,
    ...sections,
    '## Permissions',
    table(
      ['Permission', 'Allows to'],
      allPermissions.map((permission) => [code(permission), permissions[permission]]),
    ),
  )
}

function row(operation: DocumentedOperation, documented: Documented | undefined): readonly string[] {
  const { method, path, summary, permission, idempotent, answers } = operation
  const query = (documented?.parameters ?? []).filter(({ in: place }) => place === 'query').map(({ name }) => name)
  const content = documented?.requestBody?.content ?? {}
  const fields = Object.keys(content['application/json']?.schema.properties ?? {})
  const takes = [
    query.length > 0 && `query: ${codes(query)}`,
    'application/yaml' in content && 'body: YAML',
    fields.length > 0 && `body: ${codes(fields)}`,
    idempotent && code('Idempotency-Key'),
  ]
  const statuses = Object.keys(answers).filter((status) => status.startsWith('2'))
  const errors = operation.codes.filter((each) => !common.has(each))
  return [
    code(`${method.toUpperCase()} ${path}`),
    `${summary} (${statuses.join(', ')})`,
    takes.filter((part) => part !== false && part !== undefined).join('; '),
    permission === undefined || permission === 'me' ? '' : code(permission),
    codes(errors),
  ]
}

import { z } from 'zod'
import { type ApiErrorCode, apiErrorStatus } from '../../../api-error.ts'
import { type JsonSchema, jsonSchema, reference } from './json-schema.ts'
import type { Answer, DocumentedOperation, Operation, Operations } from './operation.ts'
import { accountOperations } from './operations/account-operations.ts'
import { agentOperations } from './operations/agent-operations.ts'
import { connectionOperations } from './operations/connection-operations.ts'
import { eventOperations } from './operations/event-operations.ts'
import { fileOperations } from './operations/file-operations.ts'
import { lockOperations } from './operations/lock-operations.ts'
import { monitoringOperations } from './operations/monitoring-operations.ts'
import { runOperations } from './operations/run-operations.ts'
import { taskOperations } from './operations/task-operations.ts'
import { variableOperations } from './operations/variable-operations.ts'
import { workflowOperations } from './operations/workflow-operations.ts'
import { parametersOf } from './parameters.ts'

/** Every operation of REST by its route. A new route has its entry in one of these tables. */
export const operations: Operations = {
  ...workflowOperations,
  ...runOperations,
  ...taskOperations,
  ...connectionOperations,
  ...variableOperations,
  ...fileOperations,
  ...lockOperations,
  ...eventOperations,
  ...agentOperations,
  ...accountOperations,
  ...monitoringOperations,
}

const tags: readonly (readonly [tag: string, prefix: string])[] = [
  ['Runs', '/v1/workflow-runs'],
  ['Runs', '/v1/workflows/run'],
  ['Runs', '/v1/workflows/signal-with-start'],
  ['Workflows', '/v1/workflows'],
  ['Human tasks', '/v1/human-tasks'],
  ['Locks', '/v1/resources'],
  ['Connections', '/v1/connections'],
  ['Variables', '/v1/variables'],
  ['Files', '/v1/files'],
  ['Locks', '/v1/locks'],
  ['Webhooks', '/v1/organizations'],
  ['API keys', '/v1/keys'],
  ['Agents', '/v1/agent'],
  ['Audit', '/v1/audit'],
  ['Events', '/v1/events'],
  ['Triggers', '/hooks'],
  ['Triggers', '/v1/signals'],
  ['Monitoring', '/'],
]

/** All operations, with the errors that each may answer. */
export const documentedOperations: readonly DocumentedOperation[] = Object.entries(operations).flatMap(
  ([route, entry]) => {
    if (!('verbs' in entry)) return [documented(route, route, entry)]
    return Object.entries(entry.verbs).map(([verb, each]) => documented(route, route.replace(':verb', verb), each))
  },
)

function documented(route: string, address: string, operation: Operation): DocumentedOperation {
  const [method = '', pattern = ''] = address.split(' ')
  const path = pattern.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')
  const tag = tags.find(([, prefix]) => path.startsWith(prefix))?.[0] ?? ''
  return { ...operation, method: method.toLowerCase(), path, route, tag, codes: codesOf(path, operation) }
}

/** The errors that an operation may answer: its own, and those that follow from what it takes. */
function codesOf(path: string, operation: Operation): readonly ApiErrorCode[] {
  const { query, body, idempotent, permission, errors = [] } = operation
  const isPaged = query instanceof z.ZodObject && 'cursor' in query.shape
  const codes: readonly (ApiErrorCode | false)[] = [
    'BAD_REQUEST',
    isPaged && 'INVALID_CURSOR',
    permission !== undefined && 'UNAUTHENTICATED',
    permission !== undefined && 'FORBIDDEN',
    permission !== undefined && 'LOGIN_TOO_OLD',
    permission !== undefined && 'SECOND_FACTOR_NEEDED',
    path.includes('{') && 'NOT_FOUND',
    'TOO_LARGE',
    body !== undefined && body !== 'any' && 'UNSUPPORTED_MEDIA_TYPE',
    idempotent !== undefined && 'IDEMPOTENCY_KEY_REUSED',
    ...errors,
    permission !== undefined && 'TOO_MANY_REQUESTS',
    'INTERNAL',
    'UNAVAILABLE',
  ]
  return [...new Set(codes.filter((code) => code !== false))]
}

/** The OpenAPI document (3.1) of REST, made from the schemas that check the requests. */
export function openApiDocument(version: string): JsonSchema {
  const components: Record<string, JsonSchema> = { Error: errorSchema }
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const operation of documentedOperations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: operationObject(operation, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Heddle',
      version,
      description:
        'Starts workflows and follows their runs. Every operation refuses unknown parameters and fields. An error is `{"error": {"code", "message", "field"?, "run_id"?}}`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, {}],
    tags: [...new Set(tags.map(([tag]) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, where Heddle runs with login. Without login no key is needed.',
        },
      },
      schemas: Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

const errorSchema: JsonSchema = {
  type: 'object',
  required: ['error'],
  additionalProperties: false,
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      additionalProperties: false,
      properties: {
        code: { enum: Object.keys(apiErrorStatus) },
        message: { type: 'string' },
        field: { type: 'string', description: 'The parameter or field that is wrong.' },
        run_id: { type: 'string', format: 'uuid', description: 'The run because of which the request is refused.' },
      },
    },
  },
}

function operationObject(operation: DocumentedOperation, components: Record<string, JsonSchema>): JsonSchema {
  const { id, summary, description, permission, body, tag } = operation
  const needs = permission !== undefined && permission !== 'me' ? `Needs the permission \`${permission}\`.` : undefined
  const told = [description, needs].filter((text) => text !== undefined).join(' ')
  return {
    operationId: id,
    summary,
    ...(told !== '' && { description: told }),
    tags: [tag],
    parameters: parametersOf(operation, components),
    ...(body !== undefined && { requestBody: bodyObject(body, components) }),
    responses: responsesOf(operation, components),
  }
}

function bodyObject(body: NonNullable<Operation['body']>, components: Record<string, JsonSchema>): JsonSchema {
  if (body === 'yaml') return { required: true, content: { 'application/yaml': { schema: { type: 'string' } } } }
  if (body === 'any') return { content: { '*/*': { schema: {} } } }
  // An absent body is an empty object.
  const required = !body.safeParse({}).success
  return { required, content: { 'application/json': { schema: jsonSchema(body, 'input', components) } } }
}

function responsesOf({ answers, codes }: DocumentedOperation, components: Record<string, JsonSchema>): JsonSchema {
  const statuses = new Set([...Object.keys(answers).map(Number), ...codes.map((code) => apiErrorStatus[code])])
  const responses = [...statuses]
    .toSorted((a, b) => a - b)
    .map((status) => {
      const answer = answers[status]
      const ofStatus = codes.filter((code) => apiErrorStatus[code] === status)
      const listed = ofStatus.map((code) => `\`${code}\``).join(', ')
      const description = answer ? `${answer.says}${listed && ` ${listed}.`}` : listed
      return [
        status,
        {
          description,
          ...(ofStatus.length > 0 && { 'x-error-codes': ofStatus }),
          ...((status === 429 || status === 503) && { headers: retryAfter }),
          ...contentOf(answer, components),
        },
      ] as const
    })
  return Object.fromEntries(responses)
}

const retryAfter = { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait.' } }

function contentOf(answer: Answer | undefined, components: Record<string, JsonSchema>): JsonSchema {
  if (!answer) return { content: { 'application/json': { schema: reference('Error') } } }
  const { json, type, event } = answer
  if (event) jsonSchema(event, 'output', components)
  if (!json && !type) return {}
  return {
    content: {
      ...(json && { 'application/json': { schema: jsonSchema(json, 'output', components) } }),
      ...(type && { [type]: { schema: { type: 'string' } } }),
    },
  }
}

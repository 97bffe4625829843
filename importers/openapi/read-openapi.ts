import { jsonDepthExceeds } from '#core/definition/text/scan.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject, objectOf } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { yamlValue } from '../foreign-text.ts'
import { stepNames } from '../step-names.ts'
import { type ApiOperation, hasBraces, methods, readOperation } from './read-operation.ts'
import { createReferences } from './references.ts'

/** What an OpenAPI document offers to workflows: each operation as the request of an HTTP step. */
export interface ApiDocument {
  readonly title: string
  readonly version: string
  /** The address before the paths; null where the document names none with a host. */
  readonly server: string | null
  readonly operations: readonly ApiOperation[]
  /** Operations that no HTTP step can send, servers and references that cannot be used, each with the reason. */
  readonly leftOut: readonly string[]
}

export type ReadApi =
  | { readonly ok: true; readonly api: ApiDocument }
  | { readonly ok: false; readonly message: string }

/** Reads an OpenAPI document of version 3, in JSON or YAML. References lead within the document only. */
export function readOpenApi(text: string): ReadApi {
  const parsed = parsedOf(text)
  if (!parsed.ok) return parsed
  const root = parsed.value
  const refusal = refusalOf(root)
  if (refusal !== null) return { ok: false, message: refusal }
  const references = createReferences(root)
  const outside = references.outside()
  if (outside !== null) {
    return refused(
      `$ref ${outside} leads out of the document, and no other file is read. Bundle the document into one file.`,
    )
  }
  const { address: server, prefix, refused: refusedServers } = serverOf(root.servers)
  const places = Object.entries(objectOf(root.paths)).flatMap(([path, item]) => {
    const shared = objectOf(references.resolve(item))
    return methods.flatMap((method) =>
      shared[method] === undefined ? [] : [{ prefix, path, method, shared, references }],
    )
  })
  const most = limits.connectors.operations
  if (places.length > most) {
    return refused(
      `The document has ${places.length} operations; the limit is ${most}. Remove those that you do not need.`,
    )
  }
  const read = places.map(readOperation)
  const operations = withOwnIds(read.flatMap((one) => (one.ok ? [one.operation] : [])))
  const leftOut = [
    ...read.flatMap((one) => (one.ok ? [] : [one.message])),
    ...refusedServers,
    ...references.unresolved().map((one) => `$ref ${one} leads to nothing in the document.`),
  ]
  const [reason] = leftOut
  if (operations.length === 0) {
    return refused(
      reason === undefined ? 'The document has no operation below paths.' : `No operation can be used. ${reason}`,
    )
  }
  const info = objectOf(root.info)
  const names = stepNames(operations.map(({ id }) => [id, id, 'Request'] as const))
  return {
    ok: true,
    api: {
      title: textOf(info.title) || 'Untitled API',
      version: textOf(info.version),
      server,
      operations: operations.map((one) => ({ ...one, stepName: names.get(one.id) as string })),
      leftOut,
    },
  }
}

const refused = (message: string) => ({ ok: false, message }) as const
const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, limits.text.title) : '')

const bound = {
  bytes: limits.connectors.documentBytes,
  message: `The document is larger than ${limits.connectors.documentBytes / 1024} kB. Remove the operations that you do not need.`,
}

function parsedOf(text: string): { readonly ok: true; readonly value: JsonObject } | ReturnType<typeof refused> {
  if (text.trim() === '') return refused('Paste an OpenAPI document, or select a file with one.')
  // No more characters than bytes.
  if (text.length > bound.bytes) return refused(bound.message)
  const value = /^\s*\{/.test(text) ? jsonOf(text) : yamlValue(text, bound)
  if (!value.ok) return value
  return isJsonObject(value.value)
    ? { ok: true, value: value.value }
    : refused('An OpenAPI document is a map with the key openapi.')
}

function jsonOf(text: string): { readonly ok: true; readonly value: Json } | ReturnType<typeof refused> {
  const { depth } = limits.definition
  if (jsonDepthExceeds(text, depth)) return refused(`The document is nested deeper than ${depth} levels.`)
  try {
    return { ok: true, value: JSON.parse(text) as Json }
  } catch {
    return refused('The document is not valid JSON.')
  }
}

function refusalOf({ openapi, swagger }: JsonObject): string | null {
  if (swagger !== undefined)
    return 'This is a Swagger 2 document. Convert it to OpenAPI 3, for example with swagger2openapi.'
  if (typeof openapi !== 'string')
    return 'This is no OpenAPI document: it has no key openapi with a version such as 3.1.0.'
  return /^3\./.test(openapi) ? null : `OpenAPI ${openapi.slice(0, 20)} is not supported. Use version 3.`
}

/** An operationId that is given twice names the first operation alone; the others have method and path. */
function withOwnIds(operations: readonly ApiOperation[]): readonly ApiOperation[] {
  const ids = new Set<string>()
  return operations.map((operation) => {
    const { method, path } = operation
    let { id } = operation
    for (let number = 1; ids.has(id); number += 1) {
      const end = number === 1 ? '' : ` ${number}`
      id = `${method} ${path}`.slice(0, limits.text.name - end.length) + end
    }
    ids.add(id)
    return { ...operation, id }
  })
}

interface Server {
  readonly address: string | null
  /** What the paths begin with, where the document leaves the host open. */
  readonly prefix: string
  /** Why addresses cannot be used. */
  readonly refused: readonly string[]
}

/** The first address with a host, without a slash at its end; otherwise the first path among the addresses. */
function serverOf(servers: Json | undefined): Server {
  const addresses = (isJsonList(servers) ? servers.slice(0, limits.connectors.servers) : []).map(addressOf)
  const usable = addresses.filter((each) => !hasBraces(each))
  const refused = addresses
    .filter(hasBraces)
    .map((each) => `The server ${each.slice(0, limits.text.title)}: an address of a document has no {{ }}.`)
  const address = usable.find((each) => {
    const parsed = URL.parse(each)
    return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username === ''
  })
  if (address !== undefined) return { address: address.replace(/[/?#]+$/, ''), prefix: '', refused }
  const path = usable.find((each) => /^\/(?!\/)[^?#]*$/.test(each)) ?? ''
  return { address: null, prefix: path.replace(/\/+$/, ''), refused }
}

/** The address of a server, its variables replaced by their defaults. */
function addressOf(server: Json): string {
  const { url, variables } = objectOf(server)
  return textOf(url).replaceAll(/\{([^{}]*)\}/g, (_, name: string) =>
    textOf(objectOf(objectOf(variables)[name]).default),
  )
}

import { readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { mutate, type OwnerCondition } from './mutations.ts'

/**
 * Loaded into the process of the proof before everything else (`--import`): the sources of the server are loaded with
 * switchable owner conditions. A condition that is switched off holds for every row.
 */
export interface OwnerConditions {
  /** All conditions of the sources. */
  readonly all: readonly OwnerCondition[]
  /** The owner whose rows another one tries to reach. */
  victim: string
  /** The conditions that are off now. */
  off: ReadonlySet<string>
  /** The conditions that have been met since this was emptied. */
  readonly met: Set<string>
  /** Database users whose statements are changed: of others, such as engines, no policy bounds the rows. */
  users: ReadonlySet<string> | 'all'
  key(id: string, ownerId: string): string
  where(id: string, ownerId: string): string | undefined
  compare(id: string, holds: boolean, whenOff: boolean): boolean
  scope(id: string, ownerId: string | null): string | null
}

declare global {
  var ownerConditions: OwnerConditions
}

const root = join(import.meta.dirname, '..', '..')
/** Policies, tests and engines have owner conditions of another kind. */
const skipped = /\/(?:testing|generated|roles|owners\/foreign-owner\.ts)|\.(?:test|proof)\.ts$/

const isMutable = (file: string) => file.startsWith('server/') && file.endsWith('.ts') && !skipped.test(file)

const all = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .map((file) => join('server', file))
  .filter(isMutable)
  .flatMap((file) => mutate(readFileSync(join(root, file), 'utf8'), file).conditions)

const isOff = (id: string) => {
  ownerConditions.met.add(id)
  return ownerConditions.off.has(id)
}

globalThis.ownerConditions = {
  all,
  victim: '',
  off: new Set(),
  met: new Set(),
  users: 'all',
  key: (id, ownerId) => (isOff(id) ? ownerConditions.victim : ownerId),
  where: (id, ownerId) => (isOff(id) ? undefined : ownerId),
  compare: (id, holds, whenOff) => (isOff(id) ? whenOff : holds),
  scope: (id, ownerId) => (isOff(id) ? null : ownerId),
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.startsWith('file:') || loaded.source === undefined) return loaded
    const file = relative(root, fileURLToPath(url))
    return isMutable(file) ? { ...loaded, source: mutate(String(loaded.source), file).source } : loaded
  },
})

interface Statement {
  readonly text?: string
  readonly name?: string
}

/** Prepared statements of other texts have other names. */
const numbers = new Map<string, number>()

function switched(text: string): string {
  return text.replace(/\/\*own:(.*?)\*\/(.*?)\/\*own\*\//gs, (_, id: string, condition: string) =>
    isOff(id) ? `(${condition} or true)` : condition,
  )
}

const { prototype } = pg.Client
const query = prototype.query as (...statement: unknown[]) => unknown
prototype.query = function (this: pg.Client, first: unknown, ...rest: unknown[]) {
  const { users } = ownerConditions
  if (users !== 'all' && !users.has(this.user ?? '')) return query.call(this, first, ...rest)
  if (typeof first === 'string') return query.call(this, switched(first), ...rest)
  const statement = first as Statement
  if (typeof statement?.text !== 'string' || !statement.text.includes('/*own:')) return query.call(this, first, ...rest)
  const text = switched(statement.text)
  if (statement.name === undefined) return query.call(this, { ...statement, text }, ...rest)
  const number = numbers.get(text) ?? numbers.set(text, numbers.size).size
  return query.call(this, { ...statement, text, name: `${statement.name}-${number}` }, ...rest)
} as typeof prototype.query

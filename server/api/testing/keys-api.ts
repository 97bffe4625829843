import type { Hono } from 'hono'
import { type Actor, localPerson } from '#server/access/actor.ts'
import type { Permission } from '#server/access/permissions.ts'
import type { Role } from '#server/access/roles.ts'
import { actorOfKey } from '#server/keys/actor-of-key.ts'
import { createKey } from '#server/keys/create-key.ts'
import type { CreatedKey, NewKey } from '#server/keys/models.ts'
import { addressHeader } from '#server/request-address.ts'
import { createApp } from '../app.ts'
import { startTestApi, type TestApi } from './test-api.ts'

/** The API with login, where `x-session` stands for the cookie of a member's session. */
export interface KeysApi {
  readonly api: TestApi
  readonly app: Hono
  /** A request of a program: with a key, from an address. */
  ask(path: string, key?: CreatedKey | string, init?: RequestInit & { readonly from?: string }): Promise<Response>
  /** A request of a logged-in member. */
  as(actor: Actor, path: string, init?: RequestInit): Promise<Response>
  addMember(actor: Actor): Promise<Actor>
  key(actor: Actor, asked?: Partial<NewKey>): Promise<CreatedKey>
}

export const member = (id: string, roles: readonly Role[], more: Partial<Actor> = {}): Actor => ({
  ...localPerson,
  id,
  name: id,
  roles,
  login: { sessionId: `s-${id}`, userId: `u-${id}`, at: Date.now() },
  ...more,
})

export async function startKeysApi(): Promise<KeysApi> {
  const api = await startTestApi()
  const { stores } = api.services
  let session: Actor | null = null
  const app = createApp({
    ...api.services,
    mode: 'login',
    actorOf: async (request) => (await actorOfKey(stores, request)) ?? session,
    onError: (error) => api.errors.push(error),
  })
  const bearer = (key: CreatedKey | string) => `Bearer ${typeof key === 'string' ? key : key.key}`
  return {
    api,
    app,
    async ask(path, key, { from, headers, ...init } = {}) {
      session = null
      return app.request(path, {
        ...init,
        headers: {
          ...Object.fromEntries(new Headers(headers)),
          ...(key !== undefined && { authorization: bearer(key) }),
          ...(from !== undefined && { [addressHeader]: from }),
        },
      })
    },
    async as(actor, path, init) {
      session = actor
      return app.request(path, init)
    },
    async addMember(actor) {
      await stores.pool.query(`insert into "owner" (id, name) values ($1, $1) on conflict do nothing`, [actor.ownerId])
      await stores.pool.query('insert into member (owner_id, person_id, roles) values ($1, $2, $3)', [
        actor.ownerId,
        actor.id,
        actor.roles,
      ])
      return actor
    },
    key: (actor, asked) =>
      createKey(stores, actor, { name: 'ci', permissions: ['run.read', 'run.start'] as Permission[], ...asked }),
  }
}

export const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

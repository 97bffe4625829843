import type { Hono } from 'hono'
import { expect } from 'vitest'
import type { Actor } from '#server/access/actor.ts'
import { appRouter } from '../router.ts'
import { routesOf, wholeApp } from '../testing/routes-of.ts'
import type { TestApi } from '../testing/test-api.ts'
import { procedureInputs } from './asked-of-procedures.ts'
import { initOf, type RestRequest, routeRequests } from './asked-of-routes.ts'
import type { Ids } from './foreign-owner.ts'

export const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { readonly _def: { readonly type: string } }>,
)
const ofType = (type: string) => procedures.filter(([, { _def }]) => _def.type === type).map(([path]) => path)

/** Every procedure and route of an API, to be asked by any actor about any ids. */
export interface Asking {
  readonly app: Hono
  /** What only reads, and what may change something, each by the name of the procedure or the route. */
  readonly questions: readonly string[]
  readonly acts: readonly string[]
  /** What is said to a question or an act, without what differs between any two answers: instants and ids. */
  answer(what: string, by: Actor, about: Ids): Promise<string>
}

export function askAsOwner(api: TestApi): Asking {
  let actor: Actor
  const app = wholeApp(api, () => actor)

  async function answerOfProcedure(path: string, by: Actor, about: Ids): Promise<string> {
    const caller = appRouter.createCaller({ ...api.services, stores: api.storesOf(by.ownerId), actor: by })
    const call = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], caller)
    try {
      const said = await (call as (input: unknown) => Promise<unknown>)(procedureInputs[path]?.(about))
      return JSON.stringify(said) ?? 'nothing'
    } catch (error) {
      expect((error as { code?: string }).code, `${path}: ${error}`).not.toMatch(/BAD_REQUEST|UNAUTHORIZED|INTERNAL/)
      return (error as Error).message
    }
  }

  async function answerOfRoute(route: string, by: Actor, about: Ids): Promise<string> {
    const texts: string[] = []
    for (const request of routeRequests[route]?.(about) ?? []) texts.push(await answerOfRequest(request, by))
    return texts.join('\n')
  }

  async function answerOfRequest(request: RestRequest, by: Actor): Promise<string> {
    const { path } = request
    actor = by
    const response = await app.request(path, initOf(request))
    const text = response.headers.get('content-type')?.startsWith('text/event-stream')
      ? await firstOf(response)
      : await response.text()
    // A request that is no handshake gets no WebSocket from anybody.
    if (path.startsWith('/v1/events/ws')) return text
    expect([400, 401, 500, 503], `${path}: ${text}`).not.toContain(response.status)
    return text
  }

  return {
    app,
    questions: [...ofType('query'), ...routesOf(app).filter((route) => route.startsWith('GET '))],
    acts: [...ofType('mutation'), ...routesOf(app).filter((route) => /^(POST|DELETE) /.test(route))],
    async answer(what, by, about) {
      const text = what.includes(' ') ? await answerOfRoute(what, by, about) : await answerOfProcedure(what, by, about)
      return text
        .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '…')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…')
    },
  }
}

async function firstOf(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  await reader?.cancel()
  return Buffer.from(value ?? []).toString()
}

import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, hasPermission, localPerson } from '#server/access/actor.ts'
import { allPermissions, type Permission } from '#server/access/permissions.ts'
import { type Role, roles } from '#server/access/roles.ts'
import { procedureInputs } from '../owners/asked-of-procedures.ts'
import { initOf, type RestRequest, routeRequests, withoutOwner } from '../owners/asked-of-routes.ts'
import { furnishAlpha, type Ids, nobodysIds } from '../owners/foreign-owner.ts'
import { appRouter } from '../router.ts'
import { allRows } from '../testing/all-rows.ts'
import { routesOf, wholeApp } from '../testing/routes-of.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'
import {
  listedPermissions,
  listedPermissionsOf,
  procedureTable,
  routeTable,
  verbPermissions,
} from './permission-table.ts'

/**
 * Every procedure and route × every kind of caller, against the table of permissions. The callers belong to the owner of
 * all things asked for, so that nothing but their permissions stands against them.
 */
const member = (...held: readonly Role[]): Actor => ({
  ...localPerson,
  id: held.join('-'),
  name: held.join(' and '),
  ownerId: 'alpha',
  // MatrixCall by the tasks, so that only the permission stands against deciding them.
  groups: ['credit'],
  roles: held,
  login: { sessionId: 's', userId: 'u', at: Date.now() },
})
const keyPermissions = ['workflow.read', 'run.read', 'run.view'] as const

interface Caller {
  readonly actor: Actor | null
  readonly holds: readonly Permission[]
}

const callers: Readonly<Record<string, Caller>> = {
  nobody: { actor: null, holds: [] },
  'person who is gone': { actor: { ...member('admin'), isGone: true }, holds: [] },
  ...Object.fromEntries(roles.map((role) => [role, { actor: member(role), holds: listedPermissionsOf(role) }])),
  'member without a role': { actor: member(), holds: ['me'] },
  'viewer and approver': {
    actor: member('viewer', 'approver'),
    holds: [...listedPermissionsOf('viewer'), ...listedPermissionsOf('approver')],
  },
  'narrower key of an administrator': {
    actor: { ...member('admin'), key: { id: 'k', permissions: keyPermissions } },
    holds: ['me', ...keyPermissions],
  },
  'wider key of an approver': {
    actor: { ...member('approver'), key: { id: 'k', permissions: allPermissions } },
    holds: listedPermissionsOf('approver'),
  },
  'administrator of the installation': {
    actor: { ...member(), isInstallationAdmin: true },
    holds: ['me', 'installation.admin'],
  },
}

let api: TestApi
let app: Hono
let actor: Actor | null
let ids: Ids

beforeAll(async () => {
  api = await startTestApi({ index: true })
  app = wholeApp(api, () => actor)
  ids = await furnishAlpha(api)
  // Without an engine nothing changes by itself.
  await api.stopEngine()
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const procedures = Object.keys(appRouter._def.procedures)
const refusals = ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_ENTITLED']

/** The refusal of a call, or what else became of it. */
async function resultOfProcedure(path: string, by: Actor | null, about: Ids): Promise<string> {
  const ending = new AbortController()
  const caller = appRouter.createCaller({ ...api.services, actor: by }, { signal: ending.signal })
  const call = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], caller)
  try {
    await (call as (input: unknown) => Promise<unknown>)(procedureInputs[path]?.(about))
    return 'answered'
  } catch (error) {
    return (error as { cause?: { code?: string } }).cause?.code ?? String(error)
  } finally {
    ending.abort()
  }
}

async function resultOfRequest(request: RestRequest, by: Actor | null): Promise<string> {
  actor = by
  const response = await app.request(request.path, initOf(request))
  if (response.ok) {
    await response.body?.cancel()
    return 'answered'
  }
  return ((await response.json()) as { error: { code: string } }).error.code
}

interface MatrixCall {
  readonly name: string
  readonly needs: readonly Permission[]
  ask(by: Actor | null, about: Ids): Promise<string>
}

/** Every procedure, and every request of every route. */
function everything(): readonly MatrixCall[] {
  const ofProcedures = procedures.map((path) => ({
    name: path,
    needs: procedureTable[path] ?? [],
    ask: (by: Actor | null, about: Ids) => resultOfProcedure(path, by, about),
  }))
  const ofRoutes = Object.entries(routeTable).flatMap(([route, needs]) =>
    (routeRequests[route]?.(ids) ?? withoutOwner.filter((each) => each === route).map(openRequest)).map(
      ({ path }, at) => ({
        name: `${route} ${path}`,
        needs: [...needs, ...verbOf(path)],
        ask: (by: Actor | null, about: Ids) =>
          resultOfRequest(routeRequests[route]?.(about)[at] ?? openRequest(route), by),
      }),
    ),
  )
  return [...ofProcedures, ...ofRoutes]
}

const openRequest = (route: string): RestRequest => ({
  path: route.replace(/^\w+ /, ''),
  ...(route.startsWith('POST') && { body: {} }),
})

function verbOf(path: string): readonly Permission[] {
  // `release` of an agent's task is no verb of a human task.
  if (path.startsWith('/v1/agent/')) return []
  const permission = verbPermissions[path.slice(path.lastIndexOf('/') + 1)]
  return permission ? [permission] : []
}

describe('the table of permissions', () => {
  it('has a row for every procedure, route and permission (access 1; ASVS 8.1.1)', () => {
    expect(Object.keys(procedureTable).toSorted()).toEqual(procedures.toSorted())
    const known = routesOf(app).filter((route) => !route.startsWith('ALL '))
    expect(Object.keys(routeTable).toSorted()).toEqual(known.toSorted())
    expect(listedPermissions.toSorted()).toEqual(allPermissions.toSorted())
  })

  it.each(roles)('says what the role %s permits (access 1; ASVS 8.1.1)', (role) => {
    const held = allPermissions.filter((permission) => hasPermission(member(role), permission))
    expect(held.toSorted()).toEqual(listedPermissionsOf(role).toSorted())
  })
})

describe.each(Object.entries(callers))('%s', (_, { actor: by, holds }) => {
  const may = ({ needs }: MatrixCall) => needs.every((permission) => holds.includes(permission))

  it('is refused everything else, and changes no row by it (access 1; ASVS 8.2.1, 8.2.2, 8.3.1)', async () => {
    const before = await allRows(api.services.stores.pool)
    const passed: string[] = []
    for (const call of everything().filter((each) => !may(each))) {
      const result = await call.ask(by, ids)
      const expected = by === null || by.isGone ? ['UNAUTHENTICATED'] : refusals.slice(1)
      // What becomes of one that is gone is told to the person who acts in their name.
      if (by?.isGone && call.name === 'directory.me') continue
      if (!expected.includes(result)) passed.push(`${call.name}: ${result}`)
    }
    expect(passed).toEqual([])
    expect(await allRows(api.services.stores.pool)).toEqual(before)
  })

  it('is let through by its permissions (access 1; ASVS 8.2.1)', async () => {
    const refused: string[] = []
    for (const call of everything().filter(may)) {
      const result = await call.ask(by, nobodysIds())
      if (refusals.includes(result) || !/^(answered|[A-Z_]+)$/.test(result)) refused.push(`${call.name}: ${result}`)
      // A request that is no handshake gets no WebSocket from anybody (server/web/event-sockets.test.ts asks with handshakes).
      if (result === 'BAD_REQUEST' && call.name.startsWith('GET /v1/events/ws')) continue
      if (['INTERNAL', 'BAD_REQUEST', 'UNAVAILABLE'].includes(result)) refused.push(`${call.name}: ${result}`)
    }
    expect(refused).toEqual([])
  })
})

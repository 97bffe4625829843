import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#server/access/actor.ts'
import { appRouter } from '../router.ts'
import { routesOf, wholeApp } from '../testing/routes-of.ts'
import { startTestApi, type TestApi, type TestApiOptions, workOff } from '../testing/test-api.ts'
import { procedureInputs } from './asked-of-procedures.ts'
import { type RestRequest, routeRequests, withoutOwner } from './asked-of-routes.ts'
import {
  actorOf,
  addActors,
  alphasRows,
  canary,
  furnishAlpha,
  type Ids,
  nobodysIds,
  type Role,
  refurnishAlpha,
  roles,
} from './foreign-owner.ts'

/**
 * Every procedure and every route, asked by people of the owner beta for the things of the owner alpha: nothing of these is
 * told, nor changed, whatever their roles.
 */
let api: TestApi
let app: Hono
let actor: Actor
let ids: Ids
/** What each question is answered while alpha has nothing. */
const before = new Map<string, string>()
const everyRole = Object.keys(roles) as Role[]

const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { readonly _def: { readonly type: string } }>,
)
const ofType = (type: string) => procedures.filter(([, { _def }]) => _def.type === type).map(([path]) => path)
const questions = () => [...ofType('query'), ...routesOf(app).filter((route) => route.startsWith('GET '))]
const acts = () => [...ofType('mutation'), ...routesOf(app).filter((route) => /^(POST|DELETE) /.test(route))]

/** What is said to a question or an act, without what differs between any two answers: instants and ids. */
async function answer(what: string, by: Actor, about: Ids): Promise<string> {
  const text = what.includes(' ') ? await answerOfRoute(what, by, about) : await answerOfProcedure(what, by, about)
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '…')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…')
}

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

async function answerOfRequest({ path, body, yaml, method = 'POST' }: RestRequest, by: Actor): Promise<string> {
  actor = by
  const isAct = body !== undefined || yaml !== undefined || method === 'DELETE'
  const type = yaml === undefined ? 'application/json' : 'application/yaml'
  const response = await app.request(path, {
    ...(isAct && { method, headers: { 'content-type': type }, body: yaml ?? JSON.stringify(body) }),
  })
  const text = response.headers.get('content-type')?.startsWith('text/event-stream')
    ? await firstOf(response)
    : await response.text()
  expect([400, 401, 500, 503], `${path}: ${text}`).not.toContain(response.status)
  return text
}

async function firstOf(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  await reader?.cancel()
  return Buffer.from(value ?? []).toString()
}

/** Whether anything of alpha is told: its words, or anything but what was told while it had nothing. */
async function isAnswered(what: string, by: Actor, role: Role): Promise<boolean> {
  const said = await answer(what, by, ids)
  return said.includes(canary) || said !== before.get(`${role} ${what}`)
}

/** Whether anything of alpha is told or changed; then what was changed is made anew. */
async function isChanged(what: string, by: Actor): Promise<boolean> {
  const isWorkedOff = what === 'bulk.start'
  if (isWorkedOff) await workOff(api)
  const rows = await alphasRows(api, ids)
  const said = await answer(what, by, ids)
  if (isWorkedOff) await workOff(api)
  const changed = (await alphasRows(api, ids)) !== rows
  if (changed) ids = { ...ids, ...(await refurnishAlpha(api)) }
  return changed || said.includes(canary)
}

export function describeOwners(options: Pick<TestApiOptions, 'roles'> = {}): void {
  beforeAll(async () => {
    api = await startTestApi({ index: true, ...options })
    app = wholeApp(api, () => actor)
    await addActors(api, 'beta')
    for (const role of everyRole) {
      for (const what of questions())
        before.set(`${role} ${what}`, await answer(what, actorOf('beta', role), nobodysIds()))
    }
    ids = await furnishAlpha(api)
  })
  afterAll(async () => {
    await api.stop()
    expect(api.errors).toEqual([])
  })

  describe('what belongs to another owner', () => {
    it('is asked for by every procedure and every route', () => {
      expect(Object.keys(procedureInputs).toSorted()).toEqual(procedures.map(([path]) => path).toSorted())
      const routes = routesOf(app).filter(
        (route) => !withoutOwner.includes(route) && !route.startsWith('ALL /api/trpc'),
      )
      expect(Object.keys(routeRequests).toSorted()).toEqual(routes.toSorted())
    })

    it('is told by no procedure and no route', async () => {
      const told: string[] = []
      for (const role of everyRole) {
        for (const what of questions())
          if (await isAnswered(what, actorOf('beta', role), role)) told.push(`${role} ${what}`)
      }
      expect(told).toEqual([])
    })

    it('is changed by no procedure and no route', async () => {
      const changed: string[] = []
      for (const role of everyRole) {
        for (const what of acts()) if (await isChanged(what, actorOf('beta', role))) changed.push(`${role} ${what}`)
      }
      expect(changed).toEqual([])
    })
  })

  describe('the live views of another owner', () => {
    it('show no run of theirs', async () => {
      const shown: string[] = []
      for (const role of everyRole) {
        const by = actorOf('beta', role)
        if ((await watched(by, ids.runId)).includes(canary)) shown.push(`${role} runs.watch`)
        if (await hearsOfOthers(by)) shown.push(`${role} runs.changes`)
      }
      expect(shown).toEqual([])
      expect(await watched(actorOf('alpha', 'somebody'), ids.runId)).toContain(canary)
    })
  })

  async function watched(by: Actor, runId: string): Promise<string> {
    const ending = new AbortController()
    const caller = appRouter.createCaller({ ...api.services, actor: by }, { signal: ending.signal })
    try {
      for await (const item of await caller.runs.watch({ runId })) return JSON.stringify(item)
      return 'nothing'
    } catch (error) {
      return (error as Error).message
    } finally {
      ending.abort()
    }
  }

  /** Whether a run of alpha is among what is told until a run of one's own is, which was started after it. */
  async function hearsOfOthers(by: Actor): Promise<boolean> {
    const ending = new AbortController()
    const caller = appRouter.createCaller({ ...api.services, actor: by }, { signal: ending.signal })
    const text = 'workflow_type: Own\nsteps: [{ name: A, function: t.pass }]\n'
    await caller.workflows.import({ text, publish: true }).catch(() => undefined)
    let theirs = ''
    let own = ''
    let told = ''
    for await (const item of await caller.runs.changes({})) {
      told += JSON.stringify(item)
      if (own !== '' && told.includes(own)) break
      if (own !== '') continue
      const alphas = appRouter.createCaller({ ...api.services, actor: actorOf('alpha', 'admin') })
      theirs = (await alphas.runs.start({ workflow: 'Ask', input: {} })).runId
      own = (await caller.runs.start({ workflow: 'Own', input: {} })).runId
    }
    ending.abort()
    return told.includes(theirs)
  }

  describeOwnPeople()
}

function describeOwnPeople(): void {
  describe('the same questions of its own people', () => {
    it('are answered, so that a leak would be seen', async () => {
      const silent: string[] = []
      for (const what of questions())
        if (!(await isAnswered(what, actorOf('alpha', 'admin'), 'admin'))) silent.push(what)
      // Functions, templates, pages of the documentation, engines and workers belong to the installation.
      expect(silent).toEqual([
        'workflows.templates',
        'workflows.functions',
        // The callers are not in the directory, and no mail was given up: see procedures/notifications.test.ts.
        'notifications.get',
        'notifications.outbox',
        // The callers have no accounts here: see server/identity/owners.
        'owners.mine',
        'owners.list',
        'overview.processes',
        'help.entries',
        'help.page',
        'help.sections',
        'GET /healthz',
        // No request here has a key.
        'GET /v1/keys/current',
        'GET /readyz',
        'GET /metrics',
      ])
    })

    it('are done, so that a change would be seen', async () => {
      const silent: string[] = []
      for (const what of acts()) if (!(await isChanged(what, actorOf('alpha', 'admin')))) silent.push(what)
      expect(silent).toEqual([
        'workflows.previewImport',
        'workflows.createFunction',
        'runs.start',
        'bulk.preview',
        'notifications.save',
        'notifications.test',
        'notifications.resend',
        'invites.show',
        'invites.accept',
        'owners.choose',
        'owners.enter',
        'owners.leave',
        'owners.create',
        'owners.rename',
        'owners.suspend',
        'owners.resume',
        'POST /v1/workflows/run',
        'POST /v1/workflows/validate',
        'DELETE /v1/keys/current',
      ])
    })
  })
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#server/access/actor.ts'
import { appRouter } from '../router.ts'
import { routesOf } from '../testing/routes-of.ts'
import { startTestApi, type TestApi, type TestApiOptions, workOff } from '../testing/test-api.ts'
import { type Asking, askAsOwner, procedures } from './ask-as-owner.ts'
import { procedureInputs } from './asked-of-procedures.ts'
import { routeRequests, withoutOwner } from './asked-of-routes.ts'
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
let asking: Asking
let ids: Ids
/** The rows of alpha after an act that changed none of them, which are those before the next act; undefined after a change. */
let rowsNow: string | undefined
/** What each question is answered while alpha has nothing. */
const before = new Map<string, string>()
const everyRole = Object.keys(roles) as Role[]

/** Whether anything of alpha is told: its words, or anything but what was told while it had nothing. */
async function isAnswered(what: string, by: Actor, role: Role): Promise<boolean> {
  const said = await asking.answer(what, by, ids)
  return said.includes(canary) || said !== before.get(`${role} ${what}`)
}

/** Whether anything of alpha is told or changed; then what was changed is made anew. */
async function isChanged(what: string, by: Actor): Promise<boolean> {
  const isWorkedOff = what === 'bulk.start'
  if (isWorkedOff) await workOff(api)
  const rows = isWorkedOff ? await alphasRows(api, ids) : (rowsNow ?? (await alphasRows(api, ids)))
  const said = await asking.answer(what, by, ids)
  if (isWorkedOff) await workOff(api)
  const after = await alphasRows(api, ids)
  const changed = after !== rows
  rowsNow = changed ? undefined : after
  if (changed) ids = { ...ids, ...(await refurnishAlpha(api)) }
  return changed || said.includes(canary)
}

export function describeOwners(options: Pick<TestApiOptions, 'roles'> = {}): void {
  beforeAll(async () => {
    api = await startTestApi({ index: true, ...options })
    asking = askAsOwner(api)
    await addActors(api, 'beta')
    for (const role of everyRole) {
      for (const what of asking.questions)
        before.set(`${role} ${what}`, await asking.answer(what, actorOf('beta', role), nobodysIds()))
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
      const routes = routesOf(asking.app).filter((route) => !withoutOwner.includes(route) && !route.startsWith('ALL '))
      expect(Object.keys(routeRequests).toSorted()).toEqual(routes.toSorted())
    })

    it('is told by no procedure and no route', async () => {
      const told: string[] = []
      for (const role of everyRole) {
        for (const what of asking.questions)
          if (await isAnswered(what, actorOf('beta', role), role)) told.push(`${role} ${what}`)
      }
      expect(told).toEqual([])
    })

    it('is changed by no procedure and no route', async () => {
      const changed: string[] = []
      for (const role of everyRole) {
        for (const what of asking.acts)
          if (await isChanged(what, actorOf('beta', role))) changed.push(`${role} ${what}`)
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
      for (const what of asking.questions)
        if (!(await isAnswered(what, actorOf('alpha', 'admin'), 'admin'))) silent.push(what)
      // Functions, templates and pages of the documentation belong to the installation.
      expect(silent).toEqual([
        'workflows.templates',
        'workflows.functions',
        // The callers are not in the directory, and no mail was given up: see procedures/notifications.test.ts.
        'notifications.get',
        'notifications.outbox',
        // The callers have no accounts here: see server/identity/owners.
        'members.secondFactor',
        'members.publishReview',
        'owners.mine',
        'owners.list',
        // Providers are those of the installation, and local mode has none: see server/web/oidc-login.test.ts.
        'mappings.providers',
        // The quotas are local mode's here: see server/limits.
        'overview.quotas',
        // Local mode alone has an example mail server: see server/example-servers.
        'connections.exampleMails',
        'help.entries',
        'help.page',
        'help.sections',
        'GET /healthz',
        'GET /v1/openapi.json',
        // No request here has a key.
        'GET /v1/keys/current',
        // A request that opens no socket: see server/web/event-sockets.test.ts.
        'GET /v1/events/ws',
        'GET /readyz',
        'GET /metrics',
      ])
    })

    it('are done, so that a change would be seen', async () => {
      const silent: string[] = []
      rowsNow = undefined
      for (const what of asking.acts) if (!(await isChanged(what, actorOf('alpha', 'admin')))) silent.push(what)
      expect(silent).toEqual([
        'workflows.previewImport',
        'workflows.createFunction',
        'runs.start',
        // The run is no code: see rest/runs/code-runs.test.ts.
        'runs.update',
        'bulk.preview',
        'notifications.save',
        'notifications.test',
        'notifications.resend',
        // Administrators of the installation alone erase people: see server/operations/erasure.
        'members.erase',
        // The row of the owner itself.
        'members.demandSecondFactor',
        'members.demandPublishReview',
        'invites.show',
        'invites.accept',
        'owners.choose',
        'owners.enter',
        'owners.leave',
        'owners.create',
        'owners.rename',
        'owners.suspend',
        'owners.resume',
        // Nobody logs in here: see server/web/own-provider-sessions.test.ts.
        'loginProvider.test',
        // Archived by then, by workflows.archive.
        'POST /v1/workflows/signal-with-start',
        // No trigger waits for it: see server/runs/acting/raise-signal.test.ts.
        'POST /v1/signals',
        'POST /v1/workflows/validate',
        // Removed by then, by connections.remove.
        'POST /v1/connections/:name/test',
        'DELETE /v1/keys/current',
        // Its id finds the owner, and this one belongs to no webhook: see server/triggers/hooks.
        'POST /hooks/:id',
      ])
    })
  })
}

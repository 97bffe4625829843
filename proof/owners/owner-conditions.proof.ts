import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Asking, askAsOwner } from '#server/api/owners/ask-as-owner.ts'
import {
  actorOf,
  addActors,
  alphasRows,
  canary,
  furnishAlpha,
  type Ids,
  type Role,
  refurnishAlpha,
  roles,
} from '#server/api/owners/foreign-owner.ts'
import { startTestApi, type TestApi, workOff } from '#server/api/testing/test-api.ts'
import { roles as databaseRoles } from '#server/db/roles/role-urls.ts'
import './switched-off.ts'

/**
 * Each condition by which the server's sources bound rows to an owner is switched off in turn, and all of them at once: row-level
 * security alone must keep the owners apart. Without it, the same switches must show leaks, or this proof proves nothing.
 */
const conditions = globalThis.ownerConditions
const beta = actorOf('beta', 'admin')
const everyRole = Object.keys(roles) as Role[]
const none: ReadonlySet<string> = new Set()
const note = (line: string) => void process.stdout.write(`${line}\n`)

interface Stage {
  readonly api: TestApi
  readonly asking: Asking
  ids: Ids
  /** What beta is told about alpha's things, by question, while no condition is off. */
  readonly answers: ReadonlyMap<string, string>
  /** The questions in whose answers a condition has a part. */
  readonly questionsOf: ReadonlyMap<string, readonly string[]>
}

/** What differs from the start of one answer to the next, whoever asks. */
const isSteady = (what: string) => what !== 'GET /metrics' && what !== 'overview.processes'

async function openStage(withRoles: boolean): Promise<Stage> {
  conditions.victim = 'alpha'
  conditions.users = withRoles ? new Set([databaseRoles.web]) : 'all'
  const api = await startTestApi({ index: true, roles: withRoles })
  const asking = askAsOwner(api)
  await addActors(api, 'beta')
  const ids = await furnishAlpha(api)
  const answers = new Map<string, string>()
  const questionsOf = new Map<string, string[]>()
  for (const what of asking.questions.filter(isSteady)) {
    conditions.met.clear()
    answers.set(what, await asking.answer(what, beta, ids))
    for (const id of conditions.met) questionsOf.set(id, [...(questionsOf.get(id) ?? []), what])
  }
  return { api, asking, ids, answers, questionsOf }
}

async function without<Result>(off: ReadonlySet<string>, work: () => Promise<Result>): Promise<Result> {
  conditions.off = off
  try {
    return await work()
  } finally {
    conditions.off = none
  }
}

/** The questions that tell beta more while a condition is off. An error without a word of alpha tells nothing. */
async function answersThatLeak(stage: Stage, id: string): Promise<readonly string[]> {
  const { asking, ids, answers, questionsOf } = stage
  const leaks: string[] = []
  for (const what of questionsOf.get(id) ?? []) {
    const said = await without(new Set([id]), () => asking.answer(what, beta, ids).catch((error: Error) => error))
    if (said instanceof Error ? said.message.includes(canary) : said.includes(canary) || said !== answers.get(what))
      leaks.push(`${id} ${what}`)
  }
  return leaks
}

/** Whether an act of beta changes a row of alpha or tells a word of it; what it changed is made anew. */
async function isChanged(stage: Stage, what: string, off: ReadonlySet<string>): Promise<boolean> {
  const { api, asking } = stage
  if (what === 'bulk.start') await workOff(api)
  const rows = await alphasRows(api, stage.ids)
  const said = await without(off, async () => {
    const answered = await asking.answer(what, beta, stage.ids).catch((error: Error) => error.message)
    if (what === 'bulk.start') await workOff(api)
    return answered
  })
  const changed = (await alphasRows(api, stage.ids)) !== rows
  if (changed) stage.ids = { ...stage.ids, ...(await refurnishAlpha(api)) }
  return changed || said.includes(canary)
}

describe('row-level security without the owner conditions of the sources (access 3; ASVS 8.4.1)', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(true)
  })
  afterAll(() => stage.api.stop())

  it('tells nothing of another owner while any one of the conditions is off', async () => {
    const leaks: string[] = []
    for (const id of stage.questionsOf.keys()) leaks.push(...(await answersThatLeak(stage, id)))
    note(
      `${conditions.all.length} owner conditions, ${stage.questionsOf.size} in the answers to ${stage.answers.size} questions: ${leaks.length} leaks`,
    )
    expect(leaks).toEqual([])
    expect(stage.questionsOf.size).toBeGreaterThan(60)
  })

  it('changes nothing of another owner while any one of the conditions is off', async () => {
    const leaks: string[] = []
    const met = new Set<string>()
    let acts = 0
    for (const what of stage.asking.acts) {
      conditions.met.clear()
      if (await isChanged(stage, what, none)) leaks.push(what)
      for (const id of [...conditions.met]) {
        acts += 1
        met.add(id)
        if (await isChanged(stage, what, new Set([id]))) leaks.push(`${id} ${what}`)
      }
    }
    note(`${met.size} owner conditions in ${stage.asking.acts.length} acts, ${acts} tried: ${leaks.length} leaks`)
    expect(leaks).toEqual([])
    expect(met.size).toBeGreaterThan(40)
  })

  it('tells and changes nothing while all of the conditions are off', async () => {
    const all = new Set(conditions.all.map(({ id }) => id))
    const leaks: string[] = []
    for (const role of everyRole) {
      for (const what of stage.answers.keys()) {
        const by = actorOf('beta', role)
        const said = await without(all, () =>
          stage.asking.answer(what, by, stage.ids).catch((error: Error) => error.message),
        )
        if (said.includes(canary)) leaks.push(`${role} ${what}`)
      }
    }
    for (const what of stage.asking.acts) if (await isChanged(stage, what, all)) leaks.push(what)
    expect(leaks).toEqual([])
  })
})

describe('the same conditions without row-level security', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(false)
  })
  afterAll(() => stage.api.stop())

  it('leak when they are off: so a leak would be seen', async () => {
    const leaking = new Set<string>()
    for (const id of stage.questionsOf.keys()) {
      if ((await answersThatLeak(stage, id)).length > 0) leaking.add(id)
    }
    note(`${leaking.size} of ${stage.questionsOf.size} conditions leak without row-level security`)
    expect(leaking.size).toBeGreaterThan(20)
    expect([...leaking].some((id) => id.startsWith('server/runs/visible-run.ts'))).toBe(true)
  })
})

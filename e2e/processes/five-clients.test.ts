import { createTRPCClient, httpBatchLink } from '@trpc/client'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Session } from '#components/designer/model/session.ts'
import { parse } from '#core/definition/parse.ts'
import { mergeDrafts, type Resolution } from '#core/graph/merge/merge-drafts.ts'
import { openSource } from '#core/graph/text/source.ts'
import type { JsonObject } from '#core/json.ts'
import { samples } from '#core/testing/samples.ts'
import type { AppRouter } from '#server/api/router.ts'
import { startTestApi, type TestApi } from '#server/api/testing/test-api.ts'

/*
 * Five people edit one draft at once, each in a session of the real designer against the real API. A seed determines
 * the order of edits, saves, presence heartbeats and decisions. In the end every person's edit is in the text, or its
 * author was asked and gave the edit up, or another person changed the same place later, having seen the edit.
 */

let api: TestApi
let client: ReturnType<typeof createTRPCClient<AppRouter>>
beforeAll(async () => {
  api = await startTestApi()
  const link = httpBatchLink({
    url: 'http://heddle/api/trpc',
    fetch: (input, options: object = {}) => api.fetch(String(input).replace('http://heddle', ''), options),
  })
  client = createTRPCClient<AppRouter>({ links: [link] })
})
afterAll(() => api.stop())

const clients = 5
const steps = ['A', 'B', 'C', 'D']
const startText = (name: string) =>
  `workflow_type: ${name}\nsteps:\n${steps.map((step) => `  - name: ${step}\n    function: f.${step.toLowerCase()} # of ${step}\n    timeout_seconds: 1\n`).join('')}`

interface Person {
  readonly session: Session
  /** Pending timers; the test fires the first one. */
  readonly timers: (() => void)[]
  /** This person's edits that are not yet accounted for. */
  readonly wrote: Map<string, string>
  /** Edits that the person was asked about, or that another person replaced after seeing them. */
  readonly told: Set<string>
}

async function openSession(name: string): Promise<Person> {
  const timers: (() => void)[] = []
  const shelf = new Map<string, string>()
  const storage = {
    getItem: (key: string) => shelf.get(key) ?? null,
    setItem: (key: string, value: string) => void shelf.set(key, value),
    removeItem: (key: string) => void shelf.delete(key),
  }
  const session = new Session(name, await client.workflows.draft.query({ name }), {
    storage,
    tab: storage,
    newId: () => 'tab',
    preferredDirection: () => 'down' as const,
    readPublished: async () => null,
    merged: () => undefined,
    requestLayout: async () => ({}),
    requestEdgeRoutes: async () => new Map(),
    save: (text, baseRevision) => client.workflows.saveDraft.mutate({ name, text, baseRevision }),
    afterFrame: () => () => undefined,
    schedule(perform) {
      timers.push(perform)
      return () => {
        const at = timers.indexOf(perform)
        if (at !== -1) timers.splice(at, 1)
      }
    },
    now: () => 0,
  })
  return { session, timers, wrote: new Map(), told: new Set() }
}

const saveState = ({ session }: Person) => session.autosave.store.getState().state

/** Lets all pending work finish, without another act of a person. */
async function settle(person: Person): Promise<void> {
  await expect
    .poll(
      () => {
        const state = saveState(person)
        return state.kind === 'saving' || (state.kind === 'conflict' && !state.undecided)
      },
      { interval: 1 },
    )
    .toBe(false)
}

/** Performs one kind of edit; the mark distinguishes the edit from every other. */
function edit({ session, wrote }: Person, what: number, mark: string, replaced: Set<string>): boolean {
  const write = (place: string, value: string, perform: () => boolean): boolean => {
    const seen = valueAt(session.document.current(), place)
    if (!perform()) return false
    wrote.set(place, value)
    replaced.add(`${place} ${seen}`)
    return true
  }
  const { graph } = session.document.store.getState()
  const step = graph.nodes[what % graph.nodes.length]?.id ?? 'A'
  const number = Number(mark.slice(1))
  const set = (key: string, value: string | number) =>
    write(`${step} ${key}`, String(value), () => session.perform({ type: 'set_field', step, path: [key], value }))
  switch (what % 5) {
    case 0:
      return set('description', mark)
    case 1:
      return set('timeout_seconds', number)
    case 2: {
      const name = `N${number}`
      const added = { type: 'WAIT', name, fields: { duration_seconds: 1 } } as const
      return write(`${name} name`, name, () => session.perform({ type: 'add_step', step: added }))
    }
    case 3:
      return write(`# ${mark}`, mark, () => {
        session.document.type(session.document.current().replace('\nsteps:', `\n# ${mark}\nsteps:`))
        return true
      })
    default:
      return set('function', `f.x${number}`)
  }
}

/** The value at a place: a comment, or a field of a step. */
function valueAt(text: string, place: string): string | undefined {
  if (place.startsWith('#')) return text.includes(place) ? place.slice(2) : undefined
  const [name, key] = place.split(' ') as [string, string]
  const source = openSource(text)
  const steps = source.ok ? (source.value.steps as readonly JsonObject[]) : []
  const value = steps.find((step) => step.name === name)?.[key]
  return value === undefined ? undefined : String(value)
}

/** Decides every conflict in one way, and records the questions. */
async function decide(person: Person, choice: Resolution): Promise<void> {
  const { session, told } = person
  const { state, base } = session.autosave.store.getState()
  if (state.kind !== 'conflict') return
  const { conflicts } = mergeDrafts({ base, mine: session.document.current(), theirs: state.theirs.text })
  expect(conflicts.length).toBeGreaterThan(0)
  for (const { step, path } of conflicts) {
    if (path.length === 0) for (const place of person.wrote.keys()) if (place.startsWith(`${step} `)) told.add(place)
    told.add(`${step} ${path.join('.')}`)
  }
  await session.merging.decide(Object.fromEntries(conflicts.map(({ id }) => [id, choice])))
}

interface Act {
  readonly who: number
  readonly what: number
  readonly next: 'nothing' | 'save' | 'look'
  readonly choice: Resolution
}
const acts: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.record({
    who: fc.nat({ max: clients - 1 }),
    what: fc.nat({ max: 60 }),
    next: fc.constantFrom('nothing', 'save', 'look'),
    choice: fc.constantFrom('mine', 'theirs'),
  }),
  { minLength: 10, maxLength: 30 },
)

let drafts = 0

it('five people edit one draft at once, and no edit is lost without a word', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (script) => {
      drafts += 1
      const name = `Shared${drafts}`
      await client.workflows.create.mutate({ text: startText(name) })
      const people = await Promise.all(Array.from({ length: clients }, () => openSession(name)))
      const underWay: Promise<unknown>[] = []
      const replaced = new Set<string>()
      for (const [index, { who, what, next, choice }] of script.entries()) {
        const person = people[who] as Person
        if (saveState(person).kind === 'conflict') {
          await settle(person)
          await decide(person, choice)
        }
        edit(person, what, `m${index + 100}`, replaced)
        // Saves of different people are in flight at the same time, and overtake each other.
        if (next === 'save') underWay.push(person.session.autosave.flush())
        if (next === 'look') {
          underWay.push(client.workflows.draft.query({ name }).then((draft) => person.session.merging.receive(draft)))
        }
      }
      await Promise.all(underWay)
      // Every person saves in the end, some repeatedly until their text is stored.
      for (const person of people) {
        for (let tries = 0; saveState(person).kind !== 'saved'; tries += 1) {
          expect(tries).toBeLessThan(20)
          await settle(person)
          if (saveState(person).kind === 'conflict') await decide(person, 'theirs')
          else await person.session.autosave.flush()
        }
      }
      const { text } = await client.workflows.draft.query({ name })
      for (const { wrote, told } of people) {
        for (const [place, value] of wrote) {
          if (valueAt(text, place) === value || told.has(place)) continue
          // Another person wrote there after seeing the edit, or was asked to choose between the two.
          const seen = replaced.has(`${place} ${value}`) || people.some((other) => other.told.has(place))
          if (!seen) throw new Error(`Lost: ${place} = ${value}\n${text}`)
        }
      }
      expect(parse(text).definition).not.toBeNull()
      for (const { session } of people) session.stop()
    }),
    { numRuns: samples(5, 50) },
  )
})

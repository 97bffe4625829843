import { controlFlow } from '#core/definition/control-flow.ts'
import type { Definition } from '#core/definition/definition.ts'
import type { Append, Message } from '#server/engine/commit/append.ts'
import { insertRun, storePayloads } from '#server/engine/store/memory/append.ts'
import { post, wake } from '#server/engine/store/memory/tables.ts'
import { idOf } from '../world/engines.ts'
import type { PlantedBug } from './planted-bug.ts'

const LATER_MS = 30

/** Bugs that leave a part out of its transaction, or send something twice. */
export const commitBugs: readonly PlantedBug[] = [
  {
    name: 'effects started before the commit is made',
    store: (store, process, { tables, schedule }) => ({
      ...store,
      async append(engine, appends, lane) {
        schedule.at(schedule.now + LATER_MS, () => {
          if (process.isAlive) void store.append(engine, appends, lane, true).catch(() => undefined)
        })
        return appends.map(({ runId }) => ({
          kind: 'committed',
          owned: true,
          mailSeq: tables.states.get(runId)?.mailSeq ?? 0,
        }))
      },
    }),
  },
  {
    name: 'news of a child sent outside the transaction',
    store: (store, process, { tables, schedule, databaseNow }) => ({
      ...store,
      async append(engine, appends, lane, again) {
        const answers = await store.append(engine, appends.map(withoutMessages), lane, again)
        const messages = appends.flatMap(({ rows }, index) =>
          answers[index]?.kind === 'committed' ? (rows?.messages ?? []) : [],
        )
        const send = ({ to, command }: Message) => {
          post(tables, databaseNow(), { runId: to, operationId: null, command: JSON.stringify(command) })
          wake(tables, to, databaseNow())
        }
        schedule.at(schedule.now + LATER_MS, () => {
          if (process.isAlive) for (const message of messages) send(message)
        })
        return answers
      },
    }),
  },
  {
    name: 'child started under another id when the commit is sent again',
    store: (store, _process, { tables, databaseNow, schedule }) => {
      let count = 0
      return {
        ...store,
        async append(engine, appends, lane, again) {
          const answers = await store.append(engine, appends, lane, again)
          for (const child of again ? appends.flatMap(({ rows }) => rows?.children ?? []) : []) {
            count += 1
            const runId = idOf(schedule.now, 0xfffd, count)
            const events = child.events.replaceAll(child.runId, runId)
            insertRun(tables, databaseNow(), { ...child, runId, events }, 0)
          }
          return answers
        },
      }
    },
  },
  {
    name: 'large value stored after the commit that refers to it',
    store: (store, process, { tables, schedule }) => ({
      ...store,
      async append(engine, appends, lane, again) {
        const answers = await store.append(engine, appends.map(withoutPayloads), lane, again)
        schedule.at(schedule.now + LATER_MS, () => {
          if (process.isAlive) for (const append of appends) storePayloads(tables, append)
        })
        return answers
      },
    }),
  },
  {
    name: 'idempotency key of a start ignored',
    store(store, _process, { tables }) {
      tables.startedBy.get = () => undefined
      return store
    },
  },
  {
    name: 'join that counts an arrival twice',
    store: (store) => ({
      ...store,
      async definition(ownerId, name, version) {
        const published = await store.definition(ownerId, name, version)
        return published && { ...published, definition: withoutJoins(published.definition) }
      },
    }),
  },
]

function withoutPayloads({ payloads: _, ...append }: Append): Append {
  return append
}

function withoutMessages(append: Append): Append {
  return append.rows ? { ...append, rows: { ...append.rows, messages: [] } } : append
}

/** Removes joins: the first incoming edge opens the step. */
function withoutJoins(definition: Definition): Definition {
  const flow = controlFlow(definition)
  const isSecond = (from: string, to: string) => flow.incoming(to).find((edge) => !edge.back)?.from !== from
  const steps = definition.steps.map((step) => {
    const dependencies = step.dependencies?.filter((from) => !isSecond(from, step.name))
    const next = step.next?.filter((to) => to === 'END' || !isSecond(step.name, to))
    return {
      ...step,
      ...(dependencies !== undefined && dependencies.length > 0 && { dependencies }),
      ...(next !== undefined && { next: next.length > 0 ? next : ['END'] }),
    }
  })
  return { ...definition, steps }
}

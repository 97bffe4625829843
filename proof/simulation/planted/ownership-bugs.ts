import type { RunEvent } from '#core/run/event.ts'
import type { Append } from '#server/engine/commit/append.ts'
import { changeState, type Tables } from '#server/engine/store/memory/tables.ts'
import { tuning } from '#server/engine/tuning.ts'
import type { PlantedBug } from './planted-bug.ts'
import { withAppends } from './planted-bug.ts'

/** Who owns a run, and who may write to it. */
export const ownershipBugs: readonly PlantedBug[] = [
  {
    name: 'commit without a fence',
    store: (store, _process, { tables }) => ({
      ...store,
      append: (engine, appends, lane, again) =>
        store.append(
          engine,
          appends.map((append) => (isTaken(tables, append) ? atTheEnd(tables, append) : append)),
          lane,
          again,
        ),
    }),
  },
  {
    name: 'no generation fence',
    generation: () => 1,
    store: (store, _process, { tables }) => ({
      ...store,
      async recover() {
        for (const row of tables.engines.values()) {
          tables.engines.set(row.id, { ...row, generation: tables.generation })
        }
        return store.recover()
      },
    }),
  },
  {
    name: 'runs handed back without the queue',
    store: (store, _process, { tables }) => ({
      ...store,
      async handBack(engine, runIds, where) {
        const queued = new Set(tables.ready.keys())
        const runs = await store.handBack(engine, runIds, where)
        for (const runId of runIds ?? []) if (!queued.has(runId)) tables.ready.delete(runId)
        return runs
      },
    }),
  },
  {
    name: 'lease by the wall clock of the engine',
    store: (store, process, { tables, schedule }) => {
      const bornAt = schedule.now
      const leaseFrom = (id: string) => {
        const row = tables.engines.get(id)
        const expiresAt = bornAt + process.clock.monotonic() + tuning.leaseMs
        if (row) tables.engines.set(id, { ...row, expiresAt })
      }
      return {
        ...store,
        async register(host, pid, leaseMs) {
          const registered = await store.register(host, pid, leaseMs)
          leaseFrom(registered.id)
          return registered
        },
        async renew(engine, leaseMs) {
          const now = await store.renew(engine, leaseMs)
          if (now !== null) leaseFrom(engine.id)
          return now
        },
      }
    },
  },
  {
    name: 'blind retry of a lost commit',
    store: (store, _process, { tables }) => ({
      ...store,
      append: (engine, appends, lane, again) =>
        store.append(engine, again ? appends.map((append) => atTheEnd(tables, append)) : appends, lane, again),
    }),
  },
  {
    name: 'list columns written although fenced',
    store: (store, _process, { tables }) => ({
      ...store,
      async append(engine, appends, lane, again) {
        const answers = await store.append(engine, appends, lane, again)
        for (const [index, { runId, projection }] of appends.entries()) {
          if (answers[index]?.kind === 'fenced' && projection) changeState(tables, runId, projection)
        }
        return answers
      },
    }),
  },
  {
    name: 'ready row deleted without the ownership record',
    store: (store, _process, { tables }) => ({
      ...store,
      async claim(engine, limit, take) {
        let runIds: readonly string[] = []
        try {
          return await store.claim(engine, limit, (runs) => {
            runIds = runs.map(({ runId }) => runId)
            return take(runs)
          })
        } catch (error) {
          for (const runId of runIds) tables.ready.delete(runId)
          throw error
        }
      },
    }),
  },
  {
    name: 'eager run known by its hint alone',
    store: (store) => ({ ...store, eagerRuns: async () => [] }),
  },
  {
    name: 'release without comparing the mail number',
    store: (store, _process, { tables }) => {
      const now = (runId: string) => tables.states.get(runId)?.mailSeq ?? 0
      const careless = withAppends(store, (append) =>
        append.releaseAt === undefined ? append : { ...append, releaseAt: now(append.runId) },
      )
      return {
        ...careless,
        release: (engine, runs) => store.release(engine, new Map([...runs.keys()].map((runId) => [runId, now(runId)]))),
      }
    },
  },
]

function isTaken(tables: Tables, { runId, seq, appendId }: Append): boolean {
  return tables.logs.get(runId)?.some((row) => row.seq === seq && row.appendId !== appendId) ?? false
}

/** The same events, as another append, after whatever is there. */
function atTheEnd(tables: Tables, append: Append): Append {
  const shift = (tables.states.get(append.runId)?.seq ?? 0) + 1 - append.seq
  const events = (JSON.parse(append.events) as readonly RunEvent[]).map((event) => ({
    ...event,
    seq: event.seq + shift,
  }))
  return {
    ...append,
    seq: append.seq + shift,
    lastSeq: append.lastSeq + shift,
    appendId: `${append.appendId} again`,
    events: JSON.stringify(events),
  }
}

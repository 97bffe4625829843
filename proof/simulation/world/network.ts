import type { Store } from '#server/engine/ports.ts'
import type { PlantedBug } from '../planted/planted-bug.ts'
import { createClaim } from './claim-call.ts'
import { createFence } from './fence.ts'
import type { Process } from './process.ts'
import { createWire } from './wire.ts'
import type { World } from './world.ts'

/** The store as an engine sees it, over connections that keep their order. */
export function connect(store: Store, process: Process, world: World, bug: PlantedBug | null): Store {
  const { tables } = world
  const { travel, request } = createWire(process, world)
  const fence = createFence(request, () => bug?.generation?.(tables.generation) ?? tables.generation)
  const { guarded } = fence

  return {
    lanes: store.lanes,
    async append(engine, appends, lane, again) {
      const answers = await guarded(engine, 'append', `commit ${lane}`, () =>
        store.append(engine, appends, lane, again),
      )
      for (const { kind } of answers) {
        if (kind === 'committed') {
          if (again) world.saw('lost commit found landed')
          continue
        }
        world.saw('append refused')
        if (process.wasPaused) world.saw('append of a zombie refused')
      }
      return answers
    },
    claim: createClaim(store, process, world, { travel, fence }),
    drain: (engine, runIds) => guarded(engine, 'drain', 'read', () => store.drain(engine, runIds)),
    reply: (engine, runId, handled) => guarded(engine, 'reply', 'read', () => store.reply(engine, runId, handled)),
    release: (engine, runs) => guarded(engine, 'release', 'read', () => store.release(engine, runs)),
    unpark: (limit) => request('unpark', 'read', () => store.unpark(limit)),
    handBack(engine, runIds, where) {
      if (runIds && where !== 'parked') world.saw('run handed back')
      return guarded(engine, 'hand back', 'read', () => store.handBack(engine, runIds, where))
    },
    eagerRuns: (engine) => guarded(engine, 'eager runs', 'read', () => store.eagerRuns(engine)),
    fireTimers: (engine, limit) => guarded(engine, 'fire timers', 'timers', () => store.fireTimers(engine, limit)),
    passLocks: (engine, hint) => guarded(engine, 'pass locks', 'locks', () => store.passLocks(engine, hint)),
    readEvents: (runId) => request('read events', 'read', () => store.readEvents(runId)),
    readFile: (runId, fileId) => request('read file', 'read', () => store.readFile(runId, fileId)),
    readResources: (ownerId, ids) => request('read resources', 'read', () => store.readResources(ownerId, ids)),
    register: (host, pid, leaseMs, takesRuns) => fence.registered(() => store.register(host, pid, leaseMs, takesRuns)),
    onOtherGeneration: fence.onOtherGeneration,
    endEagerStarts: (engine) => request('end_eager_starts', 'lease', () => store.endEagerStarts(engine)),
    retire: (engine) => request('retire', 'lease', () => store.retire(engine)),
    renew: (engine, leaseMs, load) => guarded(engine, 'renew', 'lease', () => store.renew(engine, leaseMs, load)),
    recover: () => request('recover', 'lease', () => store.recover()),
    unregister: (engine) => request('unregister', 'lease', () => store.unregister(engine)),
    latestDefinition: (ownerId, name) =>
      request('latest definition', 'read', () => store.latestDefinition(ownerId, name)),
    definition: (ownerId, name, version) =>
      request('definition', 'read', () => store.definition(ownerId, name, version)),
    variables: (ownerId, names) => request('variables', 'read', () => store.variables(ownerId, names)),
    countDescendants: (originRunId, most) =>
      request('count descendants', 'read', () => store.countDescendants(originRunId, most)),
    close: () => Promise.resolve(),
  }
}

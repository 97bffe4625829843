import { OtherGeneration } from '#server/db/generations.ts'
import type { EngineIdentity } from '#server/engine/ports.ts'
import type { Wire } from './wire.ts'

/** What `store/postgres-store.ts` does with generations, over simulated connections. */
export interface Fence {
  /** A request under a registration: it is refused where the store is of another generation than it was then. */
  guarded<Result>(
    engine: EngineIdentity,
    what: string,
    connection: string,
    apply: () => Promise<Result>,
  ): Promise<Result>
  registered<Registered extends EngineIdentity>(apply: () => Promise<Registered>): Promise<Registered>
  isOther(engine: EngineIdentity): boolean
  /** The engine has heard that the store is of another generation. */
  hear(engine: EngineIdentity): OtherGeneration
  onOtherGeneration(listener: () => void): () => void
}

/** `generation`: which one a connection that is opened now believes the store to be in. */
export function createFence(request: Wire['request'], generation: () => number): Fence {
  const registeredIn = new Map<string, number>()
  const listeners = new Set<() => void>()
  let latest = ''

  const isOther = ({ id }: EngineIdentity) => (registeredIn.get(id) ?? generation()) !== generation()
  const hear = ({ id }: EngineIdentity) => {
    if (id === latest) for (const listener of listeners) listener()
    return new OtherGeneration()
  }
  return {
    isOther,
    hear,
    async guarded(engine, what, connection, apply) {
      try {
        return await request(what, connection, async () => {
          if (isOther(engine)) throw new OtherGeneration()
          return apply()
        })
      } catch (error) {
        throw error instanceof OtherGeneration ? hear(engine) : error
      }
    },
    async registered(apply) {
      const made = await request('register', 'lease', async () => {
        const engine = await apply()
        registeredIn.set(engine.id, generation())
        return engine
      })
      latest = made.id
      return made
    },
    onOtherGeneration(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import { limits } from '#core/limits.ts'
import { sameData } from '../document/reuse-equal.ts'
import { type Person, type PersonSaid, people } from './person.ts'

export interface PresenceState {
  /** The other users who have the draft open. */
  readonly people: readonly Person[]
  /** The users who have a step selected, by step name; a step without changes keeps its list. */
  readonly byStep: Readonly<Record<string, readonly Person[]>>
}

export interface PresencePorts {
  send(said: { readonly steps: readonly string[]; readonly leaving: boolean }): Promise<{
    readonly people: readonly PersonSaid[]
    readonly revision: number
    readonly latestVersion: number
  }>
  schedule(perform: () => void, delayMs: number): () => void
  now(): number
  /** Reports the revision of the draft and the number of published versions. */
  saw(revision: number, latestVersion: number): void
}

export type PresenceStore = StoreApi<PresenceState>
export const createPresenceStore = (): PresenceStore => createStore<PresenceState>(() => ({ people: [], byStep: {} }))

export interface Presence {
  /** Reports a changed selection to the other users after a short delay. */
  select(steps: Iterable<string>): void
  /** Says at once that the window goes; it may come back by the next beat. */
  leave(): void
  stop(): void
}

const { beatMs, expireMs, steps: mostSteps } = limits.presence
/** The debounce of the selection: walking over the canvas selects many steps, and only the last one is sent. */
const selectionDelayMs = 300

/** Sends heartbeats for this window, and shows the other users. A lost connection recovers with the next heartbeat. */
export function createPresence(store: PresenceStore, ports: PresencePorts): Presence {
  let selected: readonly string[] = []
  let cancel = () => {}
  let stopped = false
  let sending = false
  let heardAt = ports.now()

  const show = (said: readonly PersonSaid[]) => {
    const before = store.getState()
    const now = people(said)
    if (sameData(before.people, now)) return
    const steps = new Set(now.flatMap((person) => person.steps))
    const kept = [...steps].map((step) => {
      const here = now.filter((person) => person.steps.includes(step))
      const old = before.byStep[step]
      return [step, old !== undefined && sameData(old, here) ? old : here] as const
    })
    store.setState({ people: now, byStep: Object.fromEntries(kept) })
  }
  const wait = (delayMs: number) => {
    cancel()
    if (!stopped) cancel = ports.schedule(() => void beat(), delayMs)
  }
  async function beat(): Promise<void> {
    cancel()
    if (sending) return
    sending = true
    try {
      const { people: others, revision, latestVersion } = await ports.send({ steps: selected, leaving: false })
      heardAt = ports.now()
      if (stopped) return
      show(others)
      ports.saw(revision, latestVersion)
    } catch {
      // Users without news for longer than this may be gone.
      if (ports.now() - heardAt > expireMs) show([])
    } finally {
      sending = false
      wait(beatMs)
    }
  }
  const leave = () => {
    ports.send({ steps: [], leaving: true }).catch(() => undefined)
  }

  void beat()
  return {
    select(steps) {
      const next = [...steps].slice(0, mostSteps)
      if (sameData(next, selected)) return
      selected = next
      wait(selectionDelayMs)
    },
    leave,
    stop() {
      stopped = true
      cancel()
      leave()
    },
  }
}

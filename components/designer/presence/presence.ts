import { createStore, type StoreApi } from 'zustand/vanilla'
import { limits } from '#core/limits.ts'
import { sameData } from '../document/reuse-equal.ts'
import { type Person, type PersonSaid, people } from './person.ts'

export interface PresenceState {
  /** Everybody else who has the draft open. */
  readonly people: readonly Person[]
  /** Who has a step selected, by its name; a step about which nothing changed keeps its list. */
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
  /** The draft was seen at this revision, and that so many versions are published. */
  saw(revision: number, latestVersion: number): void
}

export type PresenceStore = StoreApi<PresenceState>
export const createPresenceStore = (): PresenceStore => createStore<PresenceState>(() => ({ people: [], byStep: {} }))

export interface Presence {
  /** Something else is selected: the others are told soon. */
  select(steps: Iterable<string>): void
  /** Says at once that the window goes; it may come back by the next beat. */
  leave(): void
  stop(): void
}

const { beatMs, expireMs, steps: mostSteps } = limits.presence
/** Walking over the canvas selects many steps: the last one is told. */
const selectionDelayMs = 300

/** Says again and again that this window has the draft open, and shows who else has. A lost connection mends itself. */
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
      // Who has not been heard of for so long may be gone.
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

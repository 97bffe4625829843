import { createStore, type StoreApi } from 'zustand/vanilla'
import { messageOf } from '#core/message-of.ts'

/** The server's answer to a save of the draft. */
export type SaveOutcome =
  | { readonly outcome: 'saved'; readonly revision: number; readonly updatedAt: string }
  | { readonly outcome: 'conflict'; readonly revision: number; readonly text: string; readonly updatedBy: string }
  /** The server refuses this text again unless the text changes. */
  | { readonly outcome: 'refused'; readonly message: string }

export interface Conflict {
  readonly revision: number
  readonly text: string
  readonly updatedBy: string
}

/**
 * The save state of the draft. `unsaved` waits for the debounce. `retrying` keeps the text here and tries again.
 * `refused` keeps the text here until the text changes. `conflict` waits for the merge with another user's save, and
 * once `undecided`, for a decision by the user.
 */
export type SaveState =
  | { readonly kind: 'saved'; readonly at: number }
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'retrying'; readonly attempt: number; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'conflict'; readonly theirs: Conflict; readonly undecided: boolean }

export interface AutosaveState {
  readonly state: SaveState
  /** The draft revision that the text here is based on. */
  readonly revision: number
  /** The server's text of that revision; empty if the text is no longer known. */
  readonly base: string
}

export interface AutosavePorts {
  save(text: string, baseRevision: number): Promise<SaveOutcome>
  /** Runs `perform` after `delayMs`; the returned function cancels the call. */
  schedule(perform: () => void, delayMs: number): () => void
  now(): number
}

/** The server's draft. `theirs` is set when the local text is based on an older revision. */
export interface ServerDraft {
  readonly text: string
  readonly revision: number
  readonly at: number
  readonly theirs?: Conflict | null
  /** The text and number of that older revision, where known. */
  readonly base?: { readonly text: string; readonly revision: number }
}

export const saveDelayMs = 1_200
const retryDelaysMs = [2_000, 5_000, 10_000, 30_000] as const

export interface Autosave {
  readonly store: StoreApi<AutosaveState>
  /** Reports a changed text, which is saved after the debounce. */
  changed(text: string): void
  /** Saves now. Resolves to true when the server has the newest text. */
  flush(): Promise<boolean>
  /** Marks the conflict as one that the user must decide. */
  undecided(): void
  /** Settles a conflict: `text` becomes the newest text, on top of their revision. */
  resolve(text: string): Promise<boolean>
  /**
   * Records that the server already holds `text` as `revision`, after taking their version or restoring a version
   * there.
   */
  adopt(text: string, revision: number, at: number): void
  stop(): void
}

/**
 * Saves one draft, one request at a time, always the newest text. The autosave owns the revision: every save names its
 * base revision, so that a save never overwrites a newer draft.
 */
export function createAutosave(ports: AutosavePorts, saved: ServerDraft): Autosave {
  const store = createStore<AutosaveState>(() => ({
    state: saved.theirs
      ? { kind: 'conflict', theirs: saved.theirs, undecided: false }
      : { kind: 'saved', at: saved.at },
    revision: saved.theirs ? (saved.base?.revision ?? 0) : saved.revision,
    base: saved.theirs ? (saved.base?.text ?? '') : saved.text,
  }))
  const savedText = () => store.getState().base
  let text = saved.text
  let attempt = 0
  /** The text of a save without an answer: the server may have stored the text all the same. */
  let unanswered: string | null = null
  let cancelTimer = () => {}
  let inFlight: Promise<void> | null = null
  let stopped = false

  const become = (state: SaveState) => store.setState({ state })
  const inConflict = () => store.getState().state.kind === 'conflict'
  const wait = (delayMs: number) => {
    cancelTimer()
    if (!stopped) cancelTimer = ports.schedule(() => void start(), delayMs)
  }

  async function saveOnce(): Promise<void> {
    const sending = text
    become({ kind: 'saving' })
    try {
      const answer = await ports.save(sending, store.getState().revision)
      attempt = 0
      if (answer.outcome === 'conflict' && answer.text === unanswered) {
        // The conflicting text is the client's own: the save without an answer did arrive.
        store.setState({ revision: answer.revision, base: answer.text, state: { kind: 'unsaved' } })
        wait(0)
        return
      }
      if (answer.outcome === 'conflict') {
        become({
          kind: 'conflict',
          theirs: { revision: answer.revision, text: answer.text, updatedBy: answer.updatedBy },
          undecided: false,
        })
        return
      }
      if (answer.outcome === 'refused' && text === sending) {
        become({ kind: 'refused', message: answer.message })
        return
      }
      if (answer.outcome === 'saved') store.setState({ revision: answer.revision, base: sending })
      if (text === sending) become({ kind: 'saved', at: ports.now() })
      else {
        become({ kind: 'unsaved' })
        wait(saveDelayMs)
      }
    } catch (error) {
      unanswered = sending
      attempt += 1
      become({ kind: 'retrying', attempt, message: messageOf(error) })
      wait(retryDelaysMs[Math.min(attempt, retryDelaysMs.length) - 1] ?? 30_000)
    }
  }

  function start(): Promise<void> {
    cancelTimer()
    inFlight ??= saveOnce().finally(() => {
      inFlight = null
    })
    return inFlight
  }

  return {
    store,
    changed(next) {
      if (next === text) return
      text = next
      const { state } = store.getState()
      if (state.kind === 'conflict' || state.kind === 'saving' || state.kind === 'retrying') return
      if (text === savedText()) {
        cancelTimer()
        become({ kind: 'saved', at: ports.now() })
        return
      }
      if (state.kind !== 'unsaved') become({ kind: 'unsaved' })
      wait(saveDelayMs)
    },
    async flush() {
      if (inFlight) await inFlight
      if (text !== savedText() && !inConflict()) await start()
      return text === savedText() && !inConflict()
    },
    undecided() {
      const { state } = store.getState()
      if (state.kind === 'conflict' && !state.undecided) become({ ...state, undecided: true })
    },
    async resolve(next) {
      const { state } = store.getState()
      if (state.kind !== 'conflict') return false
      text = next
      const { revision, text: base } = state.theirs
      if (text === base) {
        this.adopt(text, revision, ports.now())
        return true
      }
      store.setState({ revision, base, state: { kind: 'unsaved' } })
      return this.flush()
    },
    adopt(next, revision, at) {
      cancelTimer()
      text = next
      attempt = 0
      store.setState({ revision, base: next, state: { kind: 'saved', at } })
    },
    stop() {
      stopped = true
      cancelTimer()
    },
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import { messageOf } from '#core/message-of.ts'
import { modelTexts } from '../../texts/model.ts'
import { assertTransition, type Transitions } from '../transitions.ts'

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
 * The state of saving the draft:
 *
 * - `saved`: the server has the text.
 * - `unsaved`: the text has changed; a debounce leads to `saving`, typing the saved text again to `saved`.
 * - `saving`: a request is in flight. Its answer leads to `saved`, `unsaved` (the text has changed since), `conflict` or
 *   `refused`; without an answer to `retrying`. A text changed meanwhile stays in this state.
 * - `retrying`: the server did not answer. The text stays here, and a back-off leads to `saving`.
 * - `refused`: the server will refuse this text again. A changed text leads to `unsaved` or `saved`, a flush to `saving`.
 * - `conflict`: another user saved first. The merge, or once `undecided` the user, leads to `unsaved`, or to `saved` where
 *   the result is what the server has.
 */
export type SaveState =
  | { readonly kind: 'saved'; readonly at: number }
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'retrying'; readonly attempt: number; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'conflict'; readonly theirs: Conflict; readonly undecided: boolean }

const transitions: Transitions<SaveState['kind']> = {
  saved: ['unsaved'],
  unsaved: ['saving', 'saved'],
  saving: ['saved', 'unsaved', 'retrying', 'refused', 'conflict'],
  retrying: ['saving'],
  refused: ['unsaved', 'saved', 'saving'],
  conflict: ['unsaved', 'saved'],
}

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

/**
 * The saving of one draft: one request at a time, always the newest text. The autosave owns the revision: every save
 * names its base revision, so that a save never overwrites a newer draft.
 */
export class Autosave {
  readonly store: StoreApi<AutosaveState>
  readonly #ports: AutosavePorts
  #text: string
  #attempt = 0
  /** The text of a save without an answer: the server may have stored the text all the same. */
  #unanswered: string | null = null
  #inFlight: Promise<void> | null = null
  #isStopped = false
  #cancelTimer = () => {}

  constructor(ports: AutosavePorts, saved: ServerDraft) {
    this.#ports = ports
    this.#text = saved.text
    this.store = createStore<AutosaveState>(() => ({
      state: saved.theirs
        ? { kind: 'conflict', theirs: saved.theirs, undecided: false }
        : { kind: 'saved', at: saved.at },
      revision: saved.theirs ? (saved.base?.revision ?? 0) : saved.revision,
      base: saved.theirs ? (saved.base?.text ?? '') : saved.text,
    }))
  }

  get #state(): SaveState {
    return this.store.getState().state
  }

  /** Whether the server has the newest text. */
  get #isSaved(): boolean {
    return this.#text === this.store.getState().base && this.#state.kind !== 'conflict'
  }

  /** Reports a changed text, which is saved after the debounce. */
  changed(text: string): void {
    if (text === this.#text) return
    this.#text = text
    const { kind } = this.#state
    if (kind === 'conflict' || kind === 'saving' || kind === 'retrying') return
    if (text === this.store.getState().base) {
      this.#cancelTimer()
      this.#become({ kind: 'saved', at: this.#ports.now() })
      return
    }
    if (kind !== 'unsaved') this.#become({ kind: 'unsaved' })
    this.#saveAfter(saveDelayMs)
  }

  /** Saves now. Resolves to true when the server has the newest text. */
  async flush(): Promise<boolean> {
    if (this.#inFlight) await this.#inFlight
    if (this.#text !== this.store.getState().base && this.#state.kind !== 'conflict') await this.#start()
    return this.#isSaved
  }

  /** Marks the conflict as one that the user must decide. */
  undecided(): void {
    const state = this.#state
    if (state.kind === 'conflict' && !state.undecided) this.#become({ ...state, undecided: true })
  }

  /** Settles a conflict: `text` becomes the newest text, on top of their revision. */
  async resolve(text: string): Promise<boolean> {
    const state = this.#state
    if (state.kind !== 'conflict') return false
    this.#text = text
    const { revision, text: base } = state.theirs
    if (text === base) {
      this.adopt(text, revision, this.#ports.now())
      return true
    }
    this.#become({ kind: 'unsaved' }, { revision, base })
    return this.flush()
  }

  /** Records that the server already holds `text` as `revision`, after taking their version. */
  adopt(text: string, revision: number, at: number): void {
    this.#cancelTimer()
    this.#text = text
    this.#attempt = 0
    this.#become({ kind: 'saved', at }, { revision, base: text })
  }

  /** Schedules no further save. A save in flight goes on. */
  stop(): void {
    this.#isStopped = true
    this.#cancelTimer()
  }

  #saveAfter(delayMs: number): void {
    this.#cancelTimer()
    if (!this.#isStopped) this.#cancelTimer = this.#ports.schedule(() => void this.#start(), delayMs)
  }

  #start(): Promise<void> {
    this.#cancelTimer()
    this.#inFlight ??= this.#save().finally(() => {
      this.#inFlight = null
    })
    return this.#inFlight
  }

  async #save(): Promise<void> {
    const sent = this.#text
    this.#become({ kind: 'saving' })
    try {
      const answer = await this.#ports.save(sent, this.store.getState().revision)
      this.#attempt = 0
      this.#take(answer, sent)
    } catch (error) {
      this.#unanswered = sent
      this.#attempt += 1
      this.#become({ kind: 'retrying', attempt: this.#attempt, message: messageOf(error) })
      this.#saveAfter(retryDelaysMs[Math.min(this.#attempt, retryDelaysMs.length) - 1] ?? 30_000)
    }
  }

  #take(answer: SaveOutcome, sent: string): void {
    if (answer.outcome === 'conflict' && answer.text === this.#unanswered) {
      // The conflicting text is the client's own: the save without an answer did arrive.
      this.#become({ kind: 'unsaved' }, { revision: answer.revision, base: answer.text })
      this.#saveAfter(0)
      return
    }
    if (answer.outcome === 'conflict') {
      const { revision, text, updatedBy } = answer
      this.#become({ kind: 'conflict', theirs: { revision, text, updatedBy }, undecided: false })
      return
    }
    if (answer.outcome === 'refused' && this.#text === sent) {
      this.#become({ kind: 'refused', message: answer.message })
      return
    }
    if (answer.outcome === 'saved') this.store.setState({ revision: answer.revision, base: sent })
    if (this.#text === sent) this.#become({ kind: 'saved', at: this.#ports.now() })
    else {
      this.#become({ kind: 'unsaved' })
      this.#saveAfter(saveDelayMs)
    }
  }

  #become(state: SaveState, draft?: { readonly revision: number; readonly base: string }): void {
    assertTransition(modelTexts.savingOfDraft, transitions, this.#state.kind, state.kind)
    this.store.setState({ state, ...draft })
  }
}

import { createStore } from 'zustand/vanilla'
import { modelTexts } from '../../texts/model.ts'
import type { DesignerDocument } from '../document/document.ts'
import { assertTransition, type Transitions } from '../transitions.ts'
import type { Autosave } from './autosave.ts'
import type { takeSlot } from './draft-slots.ts'
import type { OpenedDraft } from './stored-draft.ts'

type CopyState = 'written' | 'waiting' | 'stopped'

const transitions: Transitions<CopyState> = {
  written: ['waiting', 'stopped'],
  waiting: ['written', 'stopped'],
  stopped: [],
}

const writeDelayMs = 250

interface LocalCopyParts {
  readonly slot: ReturnType<typeof takeSlot>
  readonly opened: OpenedDraft
  readonly document: DesignerDocument
  readonly autosave: Autosave
  /** False where the browser stores nothing for this site. */
  readonly isStored: boolean
  schedule(perform: () => void, delayMs: number): () => void
}

/**
 * The copy of the draft in the storage of this browser, in case the server does not get the draft. Its states:
 *
 * - `written`: the copy has the last change, or the draft has none. A change leads to `waiting`.
 * - `waiting`: a write is scheduled after a debounce. The write leads to `written`.
 * - `stopped`: the workflow was closed. No state follows.
 *
 * `write` leads from `waiting` to `written` without the debounce.
 */
export class LocalCopy {
  /** Whether the browser stored the last written copy. */
  readonly store
  readonly #parts: LocalCopyParts
  #state: CopyState = 'written'
  #cancel = () => {}

  constructor(parts: LocalCopyParts) {
    this.#parts = parts
    this.store = createStore(() => ({ isStored: parts.isStored }))
  }

  /** Schedules a write. */
  changed(): void {
    const { schedule } = this.#parts
    this.#cancel()
    this.#become('waiting')
    this.#cancel = schedule(() => this.write(), writeDelayMs)
  }

  /** Writes the copy now. `left`: the page is closing, so that another tab may continue with the copy. */
  write(left = false): void {
    this.#cancel()
    this.#become('written')
    const { autosave, document, opened, slot } = this.#parts
    const { state, revision, base } = autosave.store.getState()
    const { text, history } = document.store.getState()
    // A window that only shows the draft must not overwrite unsaved text of another window.
    if (text === opened.text && history === opened.history && state.kind === 'saved') return
    const saved = state.kind === 'saved'
    const isStored = slot.keep({ revision, text, saved, history, ...(saved ? {} : { base }) }, left)
    this.store.setState({ isStored })
  }

  stop(): void {
    this.#cancel()
    this.#become('stopped')
  }

  #become(next: CopyState): void {
    assertTransition(modelTexts.localCopy, transitions, this.#state, next)
    this.#state = next
  }
}

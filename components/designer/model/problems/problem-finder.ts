import { checkReferences, type KnownNames } from '#core/definition/check/check-known-names.ts'
import { checkAhead } from '#core/definition/incremental/parse-incrementally.ts'
import { modelTexts } from '../../texts/model.ts'
import type { DesignerDocument } from '../document/document.ts'
import { assertTransition, type Transitions } from '../transitions.ts'
import type { ProblemState, ProblemStore } from './problem-store.ts'

interface ProblemFinderPorts {
  /** Runs `perform` after `delayMs`; the returned function cancels the call. */
  schedule(perform: () => void, delayMs: number): () => void
  /** Runs `perform` after the next frame is painted; the returned function cancels the call. */
  afterFrame(perform: () => void): () => void
  now(): number
}

type FinderState = 'current' | 'waiting' | 'checking' | 'stopped'

const transitions: Transitions<FinderState> = {
  current: ['waiting', 'stopped'],
  waiting: ['checking', 'current', 'stopped'],
  checking: ['waiting', 'current', 'stopped'],
  stopped: [],
}

/** A check begins this long after the frame that shows an edit. */
const behindFrameMs = 50
/** A check runs in slices of this length, so that the page stays responsive in between. */
const sliceMs = 10

/**
 * The search for the problems of a draft, in the pauses of editing. Its states:
 *
 * - `current`: the shown problems are those of the text. A changed text leads to `waiting`.
 * - `waiting`: a check is scheduled behind the frame that shows the change. It leads to `checking`.
 * - `checking`: the check runs in slices. Its end leads to `current`, a changed text back to `waiting`.
 * - `stopped`: the workflow was closed. No state follows.
 *
 * `checkNow` leads from `waiting` and `checking` to `current` without a pause.
 */
export class ProblemFinder {
  readonly #document: DesignerDocument
  readonly #problems: ProblemStore
  readonly #ports: ProblemFinderPorts
  #state: FinderState = 'current'
  #names: KnownNames | null = null
  #cancel = () => {}

  constructor(document: DesignerDocument, problems: ProblemStore, ports: ProblemFinderPorts) {
    this.#document = document
    this.#problems = problems
    this.#ports = ports
  }

  /** The existing functions and workflows; null until the server has answered. */
  get names(): KnownNames | null {
    return this.#names
  }

  know(names: KnownNames): void {
    this.#names = names
    if (this.#state === 'current') this.#show()
  }

  /** Schedules the first check behind the canvas, which is first drawn in the next frame or the one after. */
  checkBehindCanvas(): void {
    this.#wait((begin) => {
      this.#cancel = this.#ports.afterFrame(() => {
        this.#cancel = this.#ports.afterFrame(begin)
      })
    })
  }

  /** Schedules a check of a changed text. The delay begins after the change is shown, which may take longer itself. */
  checkBehindChange(): void {
    this.#wait((begin) => {
      this.#cancel = this.#ports.schedule(begin, 0)
    })
  }

  /** Checks the text at once, unless the shown problems are those of the text already. */
  checkNow(): ProblemState {
    if (this.#state === 'waiting' || this.#state === 'checking') {
      this.#cancel()
      this.#show()
    }
    return this.#problems.store.getState()
  }

  stop(): void {
    this.#cancel()
    this.#become('stopped')
  }

  #wait(schedule: (begin: () => void) => void): void {
    this.#cancel()
    this.#become('waiting')
    const check = checkAhead(this.#document.store.getState().parsed)
    schedule(() => {
      this.#cancel = this.#ports.schedule(() => this.#checkSlice(check), behindFrameMs)
    })
  }

  #checkSlice(check: ReturnType<typeof checkAhead>): void {
    this.#become('checking')
    const end = this.#ports.now() + sliceMs
    while (!check.next().done) {
      if (this.#ports.now() < end) continue
      this.#cancel = this.#ports.schedule(() => this.#checkSlice(check), 0)
      return
    }
    this.#show()
  }

  #show(): void {
    this.#become('current')
    const { parsed } = this.#document.store.getState()
    const names = this.#names
    const references =
      names === null || parsed.definition === null ? [] : checkReferences(parsed.definition, names, parsed.source)
    this.#problems.show([...parsed.problems, ...references])
  }

  #become(next: FinderState): void {
    assertTransition(modelTexts.searchForProblems, transitions, this.#state, next)
    this.#state = next
  }
}
